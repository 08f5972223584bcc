import CairnCore
import Foundation

/// What a run has come to, in numbers.
struct Tally: CustomStringConvertible {
    private var jobs: [JobStatus: Int] = [:]
    private var commands: [CommandNote.Event: Int] = [:]
    private var takeovers = 0

    init(_ site: Site) async throws {
        for listing in try await FileJobStore(directory: URL(filePath: site.folder(.store))).list() {
            guard case .record(let record, _) = listing else { continue }
            jobs[record.status, default: 0] += 1
        }
        for name in try site.names(in: .logs) { takeovers += try JobLog(of: name, at: site, worker: "").entries().takeovers }
        for note in try site.commands() { commands[note.event, default: 0] += 1 }
    }

    var description: String {
        let parts = JobStatus.allCases.compactMap { status in jobs[status].map { "\($0) \(status)" } }
        let (pauses, cancellations) = (commands[.pause] ?? 0, commands[.cancel] ?? 0)
        return "\(jobs.values.reduce(0, +)) jobs (\(parts.joined(separator: ", "))), \(takeovers) takeovers, "
            + "\(pauses + cancellations) commands (\(pauses) pauses, \(cancellations) cancellations)"
    }
}
