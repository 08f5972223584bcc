import Foundation

/// What a worker has asked of a job that it does not have, or what it was told of it.
struct CommandNote {
    enum Event: String {
        case pause, cancel
        /// Whoever cancelled was told that the job ended so.
        case canceled, succeeded, failed
    }

    let event: Event
    let id: UUID
    let worker: String

    var line: String { "\(event.rawValue) \(id) \(worker)" }
}

extension CommandNote {
    init?(line: String) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 3, let event = Event(rawValue: words[0]), let id = UUID(uuidString: words[1]) else { return nil }
        self.init(event: event, id: id, worker: words[2])
    }
}
