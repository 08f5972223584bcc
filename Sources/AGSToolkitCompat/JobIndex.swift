import CairnCallbacks
import CairnCore
import Dispatch
import Foundation

/// The entries of a manager in the user's defaults, under the key that the toolkit has always used: jobs as dictionaries, by their unique ids.
///
/// What is there and was not written by an index stays as it is. All indexes of a key are one writer: changes are written one after the other, in the
/// order in which they were asked for, and under no lock, for defaults tell others of them.
final class JobIndex: Sendable {
    /// What is to be written.
    struct Change: Sendable {
        /// Entries by id; nil for none.
        var entries: [String: Carried<Any>?] = [:]
        /// The jobs whose removal begins, and those whose removal has ended, or has been taken back.
        var removing: Set<String> = []
        var removed: Set<String> = []
        /// Whether it is still wanted when it is its turn.
        var isWanted: @Sendable () -> Bool = { true }
        /// Told when it was written, or is not wanted any more.
        var written: DispatchSemaphore?
    }

    /// What waits to be written, and who writes.
    private struct Pending: Sendable {
        var changes = Queue<Change>()
        let writer: ObjectIdentifier
        /// How many other threads wait until theirs is.
        var waiting = 0
    }

    private struct Place: Hashable {
        let key: String
        let defaults: ObjectIdentifier
    }

    /// Where somebody writes.
    private static let pending = Guarded<[Place: Pending]>([:])

    private let key: String
    // Defaults may be used from any thread.
    private let defaults: Carried<UserDefaults>
    private var place: Place { Place(key: key, defaults: ObjectIdentifier(defaults.value)) }

    init(jobManagerID: String, in defaults: UserDefaults) {
        key = "com.esri.arcgis.runtime.toolkit.jobManager.\(jobManagerID).jobs"
        self.defaults = Carried(defaults)
    }

    /// The jobs whose removal has begun and may not have ended: their records do not count.
    var removals: Set<String> { Set(defaults.value.stringArray(forKey: removalsKey) ?? []) }

    private var removalsKey: String { key + ".removals" }

    /// What is kept, by id; what is no dictionary of entries counts as one, by the key itself.
    var entries: [String: Any] {
        guard let value = defaults.value.object(forKey: key) else { return [:] }
        return value as? [String: Any] ?? [key: value]
    }

    /// Makes a change: at once, or after those that another thread, or a caller of this one, is making.
    ///
    /// - Parameter waits: Whether it is written when this returns: a process may end next. If another thread does not come to that within two seconds,
    ///   it waits, too: for this one, in what defaults tell. If a caller of this one is writing, it is written when that returns.
    func update(_ change: Change, waits: Bool = false) {
        var change = change
        let (place, thread, written) = (place, ObjectIdentifier(Thread.current), DispatchSemaphore(value: 0))
        if waits { change.written = written }
        let writer = Self.pending.change { [change] pending, _ in
            let writer = pending[place]?.writer
            pending[place, default: Pending(writer: thread)].changes.append(change)
            if waits, let writer, writer != thread { pending[place]?.waiting += 1 }
            return writer
        }
        guard let writer else { return writeAll(at: place) }
        guard waits, writer != thread else { return }
        _ = written.wait(timeout: .now() + .seconds(2))
        Self.pending.change { pending, _ in
            if let count = pending[place]?.waiting, count > 0 { pending[place]?.waiting = count - 1 }
        }
    }

    private func writeAll(at place: Place) {
        while let next = Self.pending.change({ pending, _ in Self.next(&pending, at: place) }) {
            if next.isWanted() { write(next) }
            next.written?.signal()
        }
    }

    private static func next(_ pending: inout [Place: Pending], at place: Place) -> Change? {
        if let next = pending[place]?.changes.popFirst() { return next }
        pending[place] = nil
        return nil
    }

    /// How many threads wait for another to write theirs.
    var waiting: Int { Self.pending.read { $0[place]?.waiting ?? 0 } }

    private func write(_ change: Change) {
        // First: a process that ends between the two has begun to remove, and goes on with that.
        if !change.removing.isEmpty || !change.removed.isEmpty {
            let rest = removals.union(change.removing).subtracting(change.removed)
            if rest.isEmpty {
                defaults.value.removeObject(forKey: removalsKey)
            } else {
                defaults.value.set(rest.sorted(), forKey: removalsKey)
            }
        }
        if !change.entries.isEmpty { write(change.entries) }
        // The process may end without a word.
        defaults.value.synchronize()
    }

    /// Where something is kept that is no dictionary, nothing is written.
    private func write(_ changed: [String: Carried<Any>?]) {
        let value = defaults.value.object(forKey: key)
        if value == nil || value is [String: Any] {
            var entries = value as? [String: Any] ?? [:]
            for (id, entry) in changed { entries[id] = entry?.value }
            defaults.value.set(entries, forKey: key)
        } else if changed.contains(where: { $0.key == key && $0.value == nil }) {
            defaults.value.removeObject(forKey: key)
        }
    }
}
