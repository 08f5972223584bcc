import Cairn
import Foundation

/// Where the tool keeps its jobs, and how it brings them back.
struct JobStorage {
    let directory: URL
    let store: FileJobStore
    let kinds = JobKinds.standard

    init(_ arguments: Arguments, pace: Duration = .milliseconds(5)) throws {
        let variable = ProcessInfo.processInfo.environment["CAIRN_JOBS"].flatMap { $0.isEmpty ? nil : $0 }
        let path = arguments["--jobs-directory"] ?? variable
        directory = path.map { URL(filePath: $0) } ?? URL.homeDirectory.appending(path: ".cairn/jobs")
        store = try FileJobStore(directory: directory)
        kinds.register(WorkflowWork<ManySteps>.self) { ManySteps.Services(pace: pace) }
    }

    var configuration: JobConfiguration {
        var configuration = JobConfiguration(store: store, kinds: kinds)
        // Who sits before a terminal is told who has the job, and does not wait for it.
        configuration.claimPolicy = .fail
        return configuration
    }

    /// The record of a job, by its id or the beginning of it.
    func record(_ text: String) async throws -> (record: JobRecord, owner: JobOwner?) {
        func isMeant(_ id: String) -> Bool { id.lowercased().hasPrefix(text.lowercased()) }
        var matches: [(record: JobRecord, owner: JobOwner?)] = []
        var trouble: (any Error)?
        for listing in try await store.list() {
            switch listing {
            case .record(let record, let owner): if isMeant(record.id.uuidString) { matches.append((record, owner)) }
            case .unreadable(let file, let error): if isMeant(URL(filePath: file).lastPathComponent) { trouble = error }
            }
        }
        guard let match = matches.first else { throw trouble ?? JobNotFound(text: text, directory: directory.path) }
        guard matches.count == 1 else { throw UsageError(reason: "\(text) is the beginning of \(matches.count) jobs' ids.") }
        return match
    }

    struct JobNotFound: Error, LocalizedError {
        let text: String
        let directory: String
        var errorDescription: String? { "There is no job \(text) in \(directory). See: cairn jobs list" }
    }
}
