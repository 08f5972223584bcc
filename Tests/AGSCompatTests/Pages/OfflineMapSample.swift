import AGSCompat
import Dispatch
import Foundation

// Code of the page on tasks and jobs that takes a map offline, and pauses, restores and cancels its job. Docs/Compatibility.md lists what is replaced.

private func print(_ item: Any) { OfflineMapViewController.printed.add(item) }

private var myContext = 0

/// Stands for what draws maps.
final class OfflineMapView {
    var map: AGSMap? { didSet { shown?() } }
    var shown: (() -> Void)?
}

// swift-format-ignore
final class OfflineMapViewController: NSObject {
    static let printed = Printed()

    var map: AGSMap!
    var mapView = OfflineMapView()
    var offlineMapTask: AGSOfflineMapTask?
    var offlineMapJob: AGSJob!
    var observation: NSKeyValueObservation?

    func takeMapOffline(_ geometry: AGSGeometry, _ url: URL) {
        //instantiate the AGSOfflineMapTask
        self.offlineMapTask = AGSOfflineMapTask(onlineMap: self.map)
        let params = AGSGenerateOfflineMapParameters(areaOfInterest: geometry, minScale: 100000, maxScale: 1000)
         //generate an offline map job
        self.offlineMapJob = self.offlineMapTask?.generateOfflineMapJob(with: params, downloadDirectory: url)
         //add an observer to display the % of the job completed
        #if CAIRN_OBJC
        offlineMapJob.progress.addObserver(self, forKeyPath: #keyPath(Progress.fractionCompleted), options: .new, context: &myContext)
        #else
        observation = offlineMapJob.progress.observe(\.fractionCompleted, options: .new) { [weak self] (progress, _) in self?.observeValue(of: progress) }
        #endif
         //start the job add the offline map to the mapview when complete
        offlineMapJob.start(statusHandler: {[weak self] (status) in
            print("Status [\(String(describing: self?.offlineMapJob.progress.fractionCompleted))]: \(status)")})
            {[weak self] (result, error) in
            //remove observer
            guard let strongSelf = self else {return}
            #if CAIRN_OBJC
            strongSelf.offlineMapJob.progress.removeObserver(strongSelf, forKeyPath: #keyPath(Progress.fractionCompleted), context: &myContext)
            #else
            strongSelf.observation?.invalidate()
            #endif
            //check for errors
            if let error = error {
                print(error)
                return
            }
            //display the offline map
            guard let result = result as? AGSGenerateOfflineMapResult else {return}
            self?.mapView.map = result.offlineMap
        }
    }

    #if CAIRN_OBJC
    override func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey : Any]?, context: UnsafeMutableRawPointer?) {
        if let progress = object as? Progress, keyPath == #keyPath(Progress.fractionCompleted){
            DispatchQueue.main.async {
                //move this to the main thread because progress can proceed on a background thread
                print("progress changed: \(progress.fractionCompleted * 100)")
            }
        }
    }
    #else
    func observeValue(of object: Any?) {
        if let progress = object as? Progress {
            DispatchQueue.main.async {
                //move this to the main thread because progress can proceed on a background thread
                print("progress changed: \(progress.fractionCompleted * 100)")
            }
        }
    }
    #endif

    var finished: (() -> Void)?

    func startAndCancel() {
        offlineMapJob.start(statusHandler: {(status) in})
         { (result, error) in
         if let error = error as NSError? {
          if error.domain == NSCocoaErrorDomain && error.code == NSUserCancelledError{
           print("User Cancelled")
          }
          return
         }
         else {
         //process the result
         }
        }
    }

    var savedJSON: Any?

    func save() {
        if let jobJson = try? self.offlineMapJob.toJSON(){
         //save the JSON to disc or store in NSUserDefaults
         savedJSON = jobJson
        }
    }

    func restore(_ jobJSON: Any) {
        //create the job from JSON
        if let offlineMapJob = (try? AGSGenerateOfflineMapJob.fromJSON(jobJSON)) as? AGSGenerateOfflineMapJob{

         offlineMapJob.start(statusHandler: { (status) in
          //examine status
         })
         { (result, error) in
          //process the result and errors
          (self.offlineMapJob, self.mapView.map) = (offlineMapJob, result?.offlineMap)
          self.finished?()
         }
        }
    }
}
