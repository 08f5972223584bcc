import Cairn
import Foundation

/// Where the tool keeps its jobs, and how it brings them back.
struct JobStorage {
    let directory: URL
    let store: FileJobStore
    let kinds = JobKinds.standard

    /// - Parameter makes: Whether the directory is made if it is not there.
    init(_ arguments: Arguments, makes: Bool, pace: Duration = .milliseconds(5)) throws {
        let environment = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        let home = environment["HOME"].map { URL(filePath: $0) } ?? URL.homeDirectory
        if arguments["--jobs-directory"] == "" { throw UsageError(reason: "--jobs-directory names no directory.") }
        let path = arguments["--jobs-directory"] ?? environment["CAIRN_JOBS"]
        directory = path.map { URL(filePath: $0) } ?? home.appending(path: ".cairn/jobs")
        if !makes, !FileManager.default.fileExists(atPath: directory.path) { throw NoDirectory(path: directory.path) }
        if !makes, Self.holdsNothing(directory) { throw NoJobs(directory: directory) }
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
        guard !text.isEmpty else { throw UsageError(reason: "the job's id is empty.") }
        func isMeant(_ id: String) -> Bool { id.lowercased().hasPrefix(text.lowercased()) }
        var matches: [(record: JobRecord, owner: JobOwner?)] = []
        var trouble: (any Error)?
        for listing in try await store.list() {
            switch listing {
            case .record(let record, let owner): if isMeant(record.id.uuidString) { matches.append((record, owner)) }
            case .unreadable(let file, let error):
                if isMeant(URL(filePath: file).lastPathComponent) { trouble = Unreadable(file: file, reason: error.words) }
            }
        }
        guard let match = matches.first else { throw trouble ?? JobNotFound(text: text, directory: directory.path) }
        guard matches.count == 1 else { throw UsageError(reason: "\(text) is the beginning of \(matches.count) jobs' ids.") }
        return match
    }

    struct Unreadable: Error, LocalizedError {
        let file: String
        let reason: String
        var errorDescription: String? { "\(reason) Mend \(file.printable(upTo: .max)), or remove it to forget the job." }
    }

    /// Whether a folder has neither jobs nor what a store leaves: who wants to see what there is leaves nothing in a folder of something else.
    private static func holdsNothing(_ directory: URL) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path) else { return false }
        return !names.contains { $0 == "owners" || $0.hasSuffix(".json") }
    }

    struct NoJobs: Error, LocalizedError {
        let directory: URL
        var errorDescription: String? { "There are no jobs in \(directory.path.printable(upTo: .max))." }
    }

    struct NoDirectory: Error, LocalizedError {
        let path: String
        var errorDescription: String? {
            "There is no directory of jobs \(path.printable(upTo: .max)). The first job makes it; for another say --jobs-directory DIR or CAIRN_JOBS."
        }
    }

    struct JobNotFound: Error, LocalizedError {
        let text: String
        let directory: String
        var errorDescription: String? {
            "There is no job \(text.printable()) in \(directory.printable(upTo: .max)). See: cairn jobs list"
        }
    }
}
