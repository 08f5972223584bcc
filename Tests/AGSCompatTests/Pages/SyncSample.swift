import AGSCompat
import Foundation

// Code of the page on tasks and jobs that synchronises a geodatabase. Docs/Compatibility.md lists what is replaced.

private func print(_ item: Any) { SyncViewController.printed.add(item) }

// swift-format-ignore
final class SyncViewController {
    static let printed = Printed()

    var geodatabaseSyncTask: AGSGeodatabaseSyncTask!
    var syncJob: AGSSyncGeodatabaseJob!
    var generatedGeodatabase: AGSGeodatabase!
    var finished: (([AGSSyncLayerResult]?) -> Void)?

    func syncGeodatabase(with service: URL) {
        //create a sync task with the URL of the feature service to sync
        geodatabaseSyncTask = AGSGeodatabaseSyncTask(url: service)
        // create sync parameters
        let taskParameters = AGSSyncGeodatabaseParameters()
        taskParameters.rollbackOnFailure = true
        taskParameters.geodatabaseSyncDirection = .bidirectional
        //instantiate a job to submit the sync job
        //using the synchronization parameters and the geodatabase containing the edits
        syncJob = geodatabaseSyncTask.syncJob(with: taskParameters, geodatabase: self.generatedGeodatabase)
        //start the sync job
        //the statusHandler block is invoked whenever the job's status changes
        //the completion block is invoked with the result when the job succeeds, or an error if it fails
        syncJob.start(statusHandler:
            { (status) in
                if status == .succeeded {print("Job succeeded")}
                else if status == .failed {print("Job failed")}
                else {print("Sync in progress")}
            })
            { (results, error) in
                if let error = error {
                    print(error)
                    return
                }
                //examine the results
                self.finished?(results)
            }
    }
}
