import CairnCore

/// Who observes a progress, and what they know of it: a value behind its lock.
struct ProgressWatch: Sendable {
    private struct Entry: Sendable {
        weak var observer: (any ProgressObserver)?
    }

    private var entries: [Entry] = []
    private var seen: ProgressValues?
    /// Not the thread that changes the progress: it may be one that nobody may block.
    private var queue: CallbackQueue?

    var isWatched: Bool { seen != nil }

    mutating func add(_ observer: any ProgressObserver, _ values: ProgressValues, _ wakes: inout Wakes) -> ProgressValues {
        let present = entries.compactMap(\.observer)
        wakes.release(present)
        entries = (present + [observer]).map { Entry(observer: $0) }
        queue = queue ?? CallbackQueue()
        // What the others have not been told yet they are told next, and this one then knows it.
        let seen = seen ?? values
        self.seen = seen
        return seen
    }

    mutating func changed(to values: ProgressValues, in progress: JobProgress, _ wakes: inout Wakes) {
        guard let old = seen, let queue, old != values else { return }
        seen = values
        let present = entries.compactMap(\.observer)
        for observer in present { observer.note(old, values, of: progress) }
        wakes.call { queue.callLater { for observer in present { observer.tell() } } }
    }
}
