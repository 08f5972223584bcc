// As old code has it, shortened, with another import.
import AGSCompat
import Foundation

/// Most of the sample "Export tiles" of 100.x.
final class ExportTilesViewController {
    var exportTask: AGSExportTileCacheTask!
    var job: AGSExportTileCacheJob!
    var estimateJob: AGSEstimateTileCacheSizeJob!
    var lines: [String] = []
    var layer: AGSArcGISTiledLayer?
    var finished: (() -> Void)?

    func estimate(_ frame: AGSGeometry) {
        exportTask.exportTileCacheParameters(withAreaOfInterest: frame, minScale: 600_000, maxScale: 20_000) {
            [weak self] (params: AGSExportTileCacheParameters?, error: Error?) in
            guard let self = self, let params = params else { return }
            self.estimateJob = self.exportTask.estimateTileCacheSizeJob(with: params)
            self.estimateJob.start(statusHandler: nil) { (result, error) in
                self.lines.append(error.map { "\($0)" } ?? "\(result!.tileCount) tiles, \(result!.fileSize > 0)")
                self.finished?()
            }
        }
    }

    func initiateDownload(_ frame: AGSGeometry, _ downloadFileURL: URL) {
        exportTask.exportTileCacheParameters(withAreaOfInterest: frame, minScale: 600_000, maxScale: 20_000) {
            [weak self] (params: AGSExportTileCacheParameters?, error: Error?) in
            guard let self = self else { return }
            if let error = error {
                self.lines.append(error.localizedDescription)
                self.finished?()
            } else if let params = params {
                self.exportTiles(using: params, downloadFileURL)
            }
        }
    }

    private func exportTiles(using params: AGSExportTileCacheParameters, _ downloadFileURL: URL) {
        params.levelIDs = params.levelIDs.filter { $0.intValue != 13 }
        // get the job
        job = exportTask.exportTileCacheJob(with: params, downloadFileURL: downloadFileURL)
        // start the job
        job.start(
            statusHandler: { [weak self] (status: AGSJobStatus) in
                self?.lines.append("\(status)")
            },
            completion: { [weak self] (result: AnyObject?, error: Error?) in
                if let error = error {
                    if (error as NSError).code != NSUserCancelledError {
                        self?.lines.append(error.localizedDescription)
                    } else {
                        self?.lines.append("cancelled")
                    }
                } else if let tileCache = result as? AGSTileCache {
                    self?.layer = AGSArcGISTiledLayer(tileCache: tileCache)
                }
                self?.finished?()
            })
    }
}

/// Most of the sample "Export vector tiles" of 100.x.
final class ExportVectorTilesViewController {
    var exportVectorTilesTask: AGSExportVectorTilesTask!
    var job: AGSExportVectorTilesJob!
    var layer: AGSArcGISVectorTiledLayer?
    var finished: ((Error?) -> Void)?

    func exportTiles(_ areaOfInterest: AGSGeometry, _ directory: URL) {
        exportVectorTilesTask.load { [weak self] (error) in
            guard let self = self else { return }
            guard error == nil, self.exportVectorTilesTask.vectorTileSourceInfo?.exportTilesAllowed == true else {
                self.finished?(error)
                return
            }
            self.exportVectorTilesTask.defaultExportVectorTilesParameters(
                withAreaOfInterest: areaOfInterest, maxScale: 20_000
            ) { [weak self] (parameters, error) in
                guard let self = self, let params = parameters else { return }
                let job = self.exportVectorTilesTask.exportVectorTilesJob(
                    with: params,
                    vectorTileCacheDownloadFileURL: directory.appendingPathComponent("myTileCache.vtpk"),
                    itemResourceCacheDownloadDirectory: directory.appendingPathComponent("styleItemResources"))
                self.job = job
                job.start(statusHandler: nil) { [weak self] (result, error) in
                    self?.job = nil
                    if let tileCache = result?.vectorTileCache, let itemResourceCache = result?.itemResourceCache {
                        self?.layer = AGSArcGISVectorTiledLayer(
                            vectorTileCache: tileCache, itemResourceCache: itemResourceCache)
                    }
                    self?.finished?(error)
                }
            }
        }
    }
}
