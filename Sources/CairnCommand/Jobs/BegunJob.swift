import Cairn
import Foundation

/// The job of a command that writes one file: the one that the same command has begun, or a new one.
struct BegunJob<Work: JobWork> where Work.Services: StandardServices {
    private let command: String
    private let storage: JobStorage
    private let isJSON: Bool

    /// - Parameter output: Where the results go, by its full path.
    init(_ name: String, _ output: URL, _ storage: JobStorage, _ arguments: Arguments) {
        let words = arguments.text(without: ["--output", "--styles", "--jobs-directory", "--json"])
        let files = arguments.operands.compactMap(Self.mark)
        let styles = arguments["--styles"].map { "--styles=\(FileIdentity.resolved(URL(filePath: $0)).path)" }
        command = ([name, words, output.path] + [styles].compactMap(\.self) + files).joined(separator: "\n")
        (self.storage, isJSON) = (storage, arguments.isJSON)
    }

    /// Which file an operand names, and what is in it now; nil if it names none.
    private static func mark(_ operand: String) -> String? {
        let file = FileIdentity.resolved(URL(filePath: operand))
        guard let data = try? DurableFile.contents(of: file) else { return nil }
        return "\(file.path) \(data.count) \(data.withUnsafeBytes { ZipFormat.checksum($0) })"
    }

    /// - Parameters:
    ///   - output: What the work makes.
    ///   - work: What is to be done; asked for only if nothing was begun, for it may ask a service.
    ///   - others: What else the work makes.
    ///   - adopting: Takes over from work that was begun what tells it from other work of the same kind.
    func job(
        output: KeyPath<Work, URL>, and others: (Work) -> [URL] = { _ in [] },
        adopting: (inout Work, Work) -> Void = { _, _ in }, _ work: () async throws -> Work
    ) async throws -> Job<Work> {
        let unfinished = UnfinishedJob(storage, isJSON: isJSON)
        while let job = try await unfinished.job(Work.self, begunBy: command, orSucceeded: true) {
            let places = [job.work[keyPath: output]] + others(job.work)
            if job.status != .succeeded || places.allSatisfy({ FileManager.default.fileExists(atPath: $0.path) }) { return job }
            // What was made is not there any more.
            BegunCommand(job.id, storage).forget()
        }
        let job = try await unfinished.job(for: try await work(), output: output, adopting: adopting)
        try BegunCommand(job.id, storage).note(command)
        return job
    }

    /// Runs it to its end, or until it is paused.
    ///
    /// - Parameter report: Tells what has come of it. Only then the same command begins anew.
    func run(_ job: Job<Work>, title: String, report: () async throws -> Void) async throws -> ExitCode {
        if !isJSON { Console.note("Job \(job.id)") }
        // The process may have died between the end of the job and telling.
        let code = job.status == .succeeded ? .done : try await JobSession(job: job, isJSON: isJSON).run(title: title)
        if code == .done {
            do { try await report() } catch {
                // What was made cannot be read any more: the same command makes it anew.
                BegunCommand(job.id, storage).forget()
                throw error
            }
            BegunCommand(job.id, storage).forgetWhatIsTold()
        } else if job.status == .canceled {
            BegunCommand(job.id, storage).forget()
        }
        return code
    }
}
