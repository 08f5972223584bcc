// A program as it was: a guide to a town, which takes a map offline and then works without a network. Only the import is another.
import AGSCompat
import Foundation

final class LegacyTownGuide {
    private var task: AGSOfflineMapTask?
    private var job: AGSGenerateOfflineMapJob?
    private var package: AGSMobileMapPackage?

    /// Takes the map of an item offline.
    func takeOffline(
        _ item: AGSPortalItem, area: AGSEnvelope, to directory: URL, completion: @escaping (Error?) -> Void
    ) {
        let task = AGSOfflineMapTask(portalItem: item)
        self.task = task
        task.defaultGenerateOfflineMapParameters(withAreaOfInterest: area, minScale: 600_000, maxScale: 20_000) {
            [weak self] (parameters, error) in
            guard let parameters = parameters else { return completion(error) }
            parameters.itemInfo?.title = "Guide"
            let job = task.generateOfflineMapJob(with: parameters, downloadDirectory: directory)
            self?.job = job
            job.start(
                statusHandler: { status in
                    if status == .started { print("Taking the map offline: \(job.progress.fractionCompleted)") }
                },
                completion: { (result, error) in
                    for layer in (result?.layerErrors as? [AGSLayer: Error]) ?? [:] { print("\(layer.key.name) is missing") }
                    result?.mobileMapPackage.close()
                    self?.job = nil
                    completion(error)
                })
        }
    }

    /// Stops taking it.
    func cancel() { job?.progress.cancel() }

    /// Opens what was taken.
    func open(_ directory: URL, completion: @escaping (String?, Error?) -> Void) {
        let package = AGSMobileMapPackage(fileURL: directory)
        self.package = package
        package.load { error in
            guard error == nil, let map = package.maps.first else { return completion(nil, error) }
            map.load { error in completion(error == nil ? package.item?.title : nil, error) }
        }
    }

    /// Finds an address.
    func find(_ address: String, completion: @escaping (AGSPoint?, Error?) -> Void) {
        guard let locator = package?.locatorTask else { return completion(nil, nil) }
        let parameters = AGSGeocodeParameters()
        parameters.maxResults = 1
        locator.geocode(withSearchText: address, parameters: parameters) { (results, error) in
            completion(results?.first?.displayLocation, error)
        }
    }

    /// The names of the features of a layer that meet a condition.
    func names(of layerName: String, where whereClause: String, completion: @escaping ([String]?, Error?) -> Void) {
        let layers = package?.maps.first?.operationalLayers.flatMap { layer in
            (layer as? AGSGroupLayer)?.layers.map { $0 } ?? [layer]
        }
        guard let layer = layers?.compactMap({ $0 as? AGSFeatureLayer }).first(where: { $0.name == layerName }),
            let table = layer.featureTable
        else { return completion(nil, nil) }
        let parameters = AGSQueryParameters()
        parameters.whereClause = whereClause
        table.queryFeatures(with: parameters) { (result, error) in
            let features = result?.featureEnumerator().allObjects
            completion(features?.compactMap { $0.attributes["NAME"] as? String }.sorted(), error)
        }
    }
}
