import CairnCore
import Foundation

/// What the bodies of one job have done, in order: `EVENT VALUE WORKER` a line.
struct JobLog {
    enum Event: String {
        /// A body begins, from the checkpoint of that step.
        case begin
        /// A step is about to be done.
        case step
        /// `save` has returned for so many steps.
        case saved
        /// `submitOnce` has returned that id.
        case submitted
        /// The job is cancelled on the server, or what is half-written is removed.
        case undo
    }

    struct Entry {
        let event: Event
        let value: String
        let worker: String

        init?(_ line: String) {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3, let event = Event(rawValue: words[0]) else { return nil }
            (self.event, value, worker) = (event, words[1], words[2])
        }
    }

    let file: LineFile
    let worker: String

    init(of name: String, at site: Site, worker: String) {
        file = LineFile(path: site.path(.logs, name))
        self.worker = worker
    }

    func append(_ event: Event, _ value: String) throws { try file.append("\(event.rawValue) \(value) \(worker)") }
    func append(_ event: Event, _ value: Int) throws { try append(event, "\(value)") }
    func entries() throws -> [Entry] { try file.lines().compactMap(Entry.init) }
}

extension [JobLog.Entry] {
    func values(of event: JobLog.Event) -> [String] { filter { $0.event == event }.map(\.value) }

    /// How many steps are known to have been saved.
    var stepsSaved: Int { values(of: .saved).compactMap { Int($0) }.max() ?? 0 }

    /// How often a body went on with what another worker had begun.
    var takeovers: Int {
        let workers = filter { $0.event == .begin }.map(\.worker)
        return zip(workers, workers.dropFirst()).count { $0 != $1 }
    }

    /// Whether a body has begun after the job was undone.
    var hasBegunAfterUndoing: Bool {
        guard let undone = firstIndex(where: { $0.event == .undo }) else { return false }
        return self[undone...].contains { $0.event == .begin }
    }
}
