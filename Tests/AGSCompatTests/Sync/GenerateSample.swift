// As old code has it, shortened, with another import.
import AGSCompat
import Foundation

/// Most of the sample "Generate geodatabase" of 100.x, and of "Edit and sync features".
final class GenerateViewController {
    var syncTask: AGSGeodatabaseSyncTask!
    var generateJob: AGSGenerateGeodatabaseJob!
    var generatedGeodatabase: AGSGeodatabase!
    var messages: [String] = []
    var finished: (() -> Void)?

    func addFeatureLayers() {
        syncTask.load { [weak self] (error) in
            guard let self = self else { return }
            if let error = error {
                self.messages.append("Could not load feature service \(error)")
            } else if let featureServiceInfo = self.syncTask.featureServiceInfo {
                self.messages.append(contentsOf: featureServiceInfo.layerInfos.map { "\($0.id) \($0.name)" })
            }
            self.finished?()
        }
    }

    func generate(_ extent: AGSEnvelope, _ downloadFileURL: URL) {
        syncTask.defaultGenerateGeodatabaseParameters(withExtent: extent) {
            [weak self] (params: AGSGenerateGeodatabaseParameters?, error: Error?) in
            guard let params = params, let self = self else {
                self?.messages.append("Could not generate default parameters: \(error!)")
                self?.finished?()
                return
            }
            params.returnAttachments = false
            self.generateJob = self.syncTask.generateJob(with: params, downloadFileURL: downloadFileURL)
            self.generateJob.start(
                statusHandler: { [weak self] (status: AGSJobStatus) in
                    self?.messages.append("\(status)")
                },
                completion: { [weak self] (object: AnyObject?, error: Error?) in
                    if let error = error { self?.messages.append("\(error)") }
                    self?.generatedGeodatabase = object as? AGSGeodatabase
                    self?.finished?()
                })
        }
    }

    func unregister() {
        syncTask.unregisterGeodatabase(generatedGeodatabase) { [weak self] (error: Error?) in
            self?.messages.append(error.map { "\($0)" } ?? "unregistered")
            self?.finished?()
        }
    }

    func forget() {
        guard let generatedGeodatabase = generatedGeodatabase else { return }
        syncTask.unregisterGeodatabase(generatedGeodatabase)
        generatedGeodatabase.close()
    }
}
