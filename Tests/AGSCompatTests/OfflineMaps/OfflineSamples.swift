// As old code has it, with the import changed. What draws is left out: the map view is one that only keeps its map. What observes is compiled where there
// is an Objective-C runtime.
import AGSCompat
import Foundation

/// Stands for what draws maps.
final class AGSMapView {
    var map: AGSMap?
}

/// The code of the guide's page on tasks and jobs that takes a map offline, with its ways to pause, restore and cancel.
final class OfflineMapViewController: NSObject {
    var map: AGSMap!
    var mapView = AGSMapView()
    var offlineMapTask: AGSOfflineMapTask?
    var offlineMapJob: AGSJob!
    var lines: [String] = []
    var finished: (() -> Void)?
    var myContext = 0

    func print(_ item: Any) { lines.append("\(item)") }

    func takeMapOffline(_ geometry: AGSGeometry, _ url: URL) {
        //instantiate the AGSOfflineMapTask
        self.offlineMapTask = AGSOfflineMapTask(onlineMap: self.map)
        let params = AGSGenerateOfflineMapParameters(areaOfInterest: geometry, minScale: 600_000, maxScale: 20_000)
        //generate an offline map job
        self.offlineMapJob = self.offlineMapTask?.generateOfflineMapJob(with: params, downloadDirectory: url)
        #if CAIRN_OBJC
            //add an observer to display the % of the job completed
            offlineMapJob.progress.addObserver(
                self, forKeyPath: #keyPath(Progress.fractionCompleted), options: .new, context: &myContext)
        #endif
        //start the job add the offline map to the mapview when complete
        offlineMapJob.start(statusHandler: { [weak self] (status) in
            self?.print("Status [\(String(describing: self?.offlineMapJob.progress.fractionCompleted))]: \(status)")
        }) { [weak self] (result, error) in
            //remove observer
            guard let strongSelf = self else { return }
            #if CAIRN_OBJC
                strongSelf.offlineMapJob.progress.removeObserver(
                    strongSelf, forKeyPath: #keyPath(Progress.fractionCompleted), context: &strongSelf.myContext)
            #endif
            //check for errors
            if let error = error {
                strongSelf.print(error)
                strongSelf.finished?()
                return
            }
            //display the offline map
            guard let result = result as? AGSGenerateOfflineMapResult else { return }
            self?.mapView.map = result.offlineMap
            strongSelf.finished?()
        }
    }

    #if CAIRN_OBJC
        override func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {
            if let progress = object as? Progress, keyPath == #keyPath(Progress.fractionCompleted) {
                DispatchQueue.main.async {
                    //move this to the main thread because progress can proceed on a background thread
                    self.print("progress changed: \(progress.fractionCompleted * 100)")
                }
            }
        }
    #endif

    func startAndExpectCancellation() {
        offlineMapJob.start(statusHandler: { (status) in }) { (result, error) in
            if let error = error as NSError? {
                if error.domain == NSCocoaErrorDomain && error.code == NSUserCancelledError {
                    self.print("User Cancelled")
                }
                self.finished?()
                return
            } else {
                //process the result
                self.finished?()
            }
        }
    }

    var savedJSON: Any?

    func save() {
        if let jobJson = try? self.offlineMapJob.toJSON() {
            //save the JSON to disc or store in NSUserDefaults
            savedJSON = jobJson
        }
    }

    func restore(_ jobJSON: Any) {
        //create the job from JSON
        if let offlineMapJob = (try? AGSGenerateOfflineMapJob.fromJSON(jobJSON)) as? AGSGenerateOfflineMapJob {
            self.offlineMapJob = offlineMapJob
            offlineMapJob.start(statusHandler: { (status) in
                //examine status
            }) { (result, error) in
                //process the result and errors
                self.mapView.map = result?.offlineMap
                self.finished?()
            }
        }
    }
}

/// The code of the same page that makes locators of whatever there is.
final class LocatorViewController {
    var locatorTask: AGSLocatorTask?
    var offlineLocatorTask: AGSLocatorTask?
    var mobileMapPackage: AGSMobileMapPackage!
    var lines: [String] = []

    func print(_ item: Any) { lines.append("\(item)") }

    func makeLocators() {
        // create a locator task from a geocode service endpoint
        let locatorURL = URL(string: "https://geocode-api.arcgis.com/arcgis/rest/services/World/GeocodeServer")!
        locatorTask = AGSLocatorTask(url: locatorURL)
        // or create a locator task from a local .loz file
        offlineLocatorTask = AGSLocatorTask(name: "locatorfilename.loz")
        // or create a locator task from mobile map packages (if it contains one)
        self.mobileMapPackage.load { [weak self] (error) -> Void in
            guard error == nil else {
                self?.print(error!.localizedDescription)
                return
            }
            self?.locatorTask = self?.mobileMapPackage.locatorTask
        }
    }
}

/// Most of the sample "Generate offline map (overrides)" of 100.x.
final class OverridesViewController {
    var parameterOverrides: AGSGenerateOfflineMapParameterOverrides!
    var offlineMapTask: AGSOfflineMapTask!

    private var map: AGSMap { offlineMapTask.onlineMap! }

    func restrictBasemapScaleLevelRange(to range: Range<Int>) {
        guard let tiledLayer = map.basemap.baseLayers.firstObject as? AGSLayer,
            let parameters = parameterOverrides.exportTileCacheParameters[AGSOfflineMapParametersKey(layer: tiledLayer)]
        else { return }
        // Create a new array of level IDs.
        let newLevelIDs: [NSNumber] = range.map { NSNumber(value: $0) }
        // Override the level IDs.
        parameters.levelIDs = newLevelIDs
    }

    func filterTrees(_ whereClause: String, in layer: AGSFeatureLayer) {
        let key = AGSOfflineMapParametersKey(layer: layer)
        guard let parameters = parameterOverrides.generateGeodatabaseParameters[key] else { return }
        let serviceLayerID = (layer.featureTable as? AGSArcGISFeatureTable)?.layerInfo?.serviceLayerID
        parameters.layerOptions.first { $0.layerID == serviceLayerID }?.whereClause = whereClause
    }

    func remove(_ layer: AGSLayer) {
        parameterOverrides.exportVectorTilesParameters[AGSOfflineMapParametersKey(layer: layer)] = nil
    }
}
