import CairnCore
import Foundation

/// Where a manager keeps its jobs: entries in files and in the user's defaults, and records in a store.
struct JobPlaces: Sendable {
    let index: JobIndex
    let directory: URL
    let store: Result<FileJobStore, any Error>

    /// - Parameter folder: Where each manager has a folder with the records of its jobs.
    init(of jobManagerID: String, defaults: UserDefaults, folder: URL) {
        let name = jobManagerID.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? jobManagerID
        let directory = folder.appending(path: "jobs-\(name)")
        index = JobIndex(
            jobManagerID: jobManagerID, in: defaults, EntryFiles(directory: folder.appending(path: "entries-\(name)")))
        self.directory = directory
        store = Result { try FileJobStore(directory: directory) }
    }

    /// Those of an app.
    init(of jobManagerID: String) {
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        let folder = (support ?? FileManager.default.temporaryDirectory).appending(path: "CairnJobManager")
        self.init(of: jobManagerID, defaults: .standard, folder: folder)
    }
}
