import AGSCompat
import CairnTesting
import Foundation

@testable import AGSToolkitCompat
@testable import CairnCore

/// CairnCore has one, too.
typealias JobManager = AGSToolkitCompat.JobManager

/// User's defaults and a folder of a test's own, in which managers keep their jobs.
final class ManagerHome {
    let suite: String
    let defaults: UserDefaults
    let folder: URL
    let key = "com.esri.arcgis.runtime.toolkit.jobManager.test.jobs"

    init(_ suite: String = "cairn-toolkit-\(UUID().uuidString)") throws {
        self.suite = suite
        AGSJob.kinds.register(SteppingWork.self)
        defaults = try UserDefaults(suiteName: suite) ?? { throw CocoaError(.fileReadUnknown) }()
        folder = FileManager.default.temporaryDirectory.appending(path: suite)
    }

    deinit {
        defaults.removePersistentDomain(forName: suite)
        try? FileManager.default.removeItem(at: folder)
    }

    func manager() -> JobManager { JobManager(jobManagerID: "test", defaults: defaults, folder: folder) }

    func job(_ name: String) throws -> AGSJob { AGSJob(try Job(SteppingWork(name: name))) }

    /// A name that no other test has.
    func name(_ name: String) -> String { "\(suite)-\(name)" }

    /// The index of its managers, at any defaults, and with files of another kind.
    func index(_ defaults: UserDefaults? = nil, _ files: EntryFiles? = nil) -> JobIndex {
        JobIndex(jobManagerID: "test", in: defaults ?? self.defaults, files ?? self.files)
    }

    var files: EntryFiles { EntryFiles(directory: folder.appending(path: "entries-test")) }

    /// What the defaults have, when all is written.
    var entries: [String: Any] {
        index().wait()
        return defaults.dictionary(forKey: key) ?? [:]
    }

    /// Whether managers that are gone have written all.
    var isSettled: Bool { JobKeeper.unwritten(at: folder.appending(path: "jobs-test")).isEmpty }

    /// The files are lost.
    func removeFiles() {
        index().wait()
        try? FileManager.default.removeItem(at: files.directory)
    }

    /// The ids of the jobs in the store.
    var stored: Set<String> { Set(FileJobStore.records(in: folder.appending(path: "jobs-test")).keys.map(\.uuidString)) }

    func checkpoint(of job: AGSJob) -> Int? {
        try? FileJobStore.records(in: folder.appending(path: "jobs-test"))[job.job.id]?.get().node.checkpoint?.int
    }
}
