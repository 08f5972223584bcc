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
        /// The thread that has asked for it.
        var asker: ObjectIdentifier?
    }

    /// What waits to be written, and who writes.
    private struct Pending: Sendable {
        var changes = Queue<Change>()
        /// The thread; nil while it has not begun.
        var writer: ObjectIdentifier?
        /// How many of the changes are of what the writer calls.
        var ownCount = 0
        /// How many other threads wait until theirs is.
        var waiting = 0
        /// Whether somebody has waited for the change being written in vain: perhaps it waits for him.
        var isStuck = false
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
        change.asker = thread
        if waits { change.written = written }
        let step = Self.pending.change { [change] pending, _ in Self.add(change, &pending, at: place, by: thread) }
        switch step {
        case .write: writeAll(at: place, by: thread)
        case .leave: break
        case .wait:
            let isWritten = written.wait(timeout: .now() + .seconds(2)) == .success
            Self.pending.change { pending, _ in
                if let count = pending[place]?.waiting, count > 0 { pending[place]?.waiting = count - 1 }
                if !isWritten { pending[place]?.isStuck = true }
            }
        }
    }

    private enum Step {
        case write, leave, wait
    }

    private static func add(
        _ change: Change, _ pending: inout [Place: Pending], at place: Place, by thread: ObjectIdentifier
    ) -> Step {
        guard let known = pending[place] else {
            pending[place] = Pending(writer: thread, ownCount: 1)
            pending[place]?.changes.append(change)
            return .write
        }
        pending[place]?.changes.append(change)
        if known.writer == thread {
            pending[place]?.ownCount += 1
            return .leave
        }
        guard change.written != nil, !known.isStuck else { return .leave }
        pending[place]?.waiting += 1
        return .wait
    }

    /// Writes as long as there is something of the thread's own, or of what it calls; what others have asked for meanwhile is left to another thread, for
    /// they may go on asking.
    private func writeAll(at place: Place, by thread: ObjectIdentifier, isForOthers: Bool = false) {
        while let next = Self.pending.change({ pending, _ in pending[place]?.changes.popFirst() }) {
            if next.isWanted() { write(next) }
            next.written?.signal()
            switch Self.pending.change({ pending, _ in Self.end(next, &pending, at: place, by: thread, isForOthers) }) {
            case .goOn: break
            case .isDone: return
            case .handOver: return Self.others.async { [self] in writeForOthers(at: place) }
            }
        }
    }

    private static let others = DispatchQueue(label: "cairn.job-index")

    private func writeForOthers(at place: Place) {
        let thread = ObjectIdentifier(Thread.current)
        Self.pending.change { pending, _ in pending[place]?.writer = thread }
        writeAll(at: place, by: thread, isForOthers: true)
    }

    private enum Outlook {
        case goOn, isDone, handOver
    }

    /// A change was written.
    private static func end(
        _ change: Change, _ pending: inout [Place: Pending], at place: Place, by thread: ObjectIdentifier, _ isForOthers: Bool
    ) -> Outlook {
        pending[place]?.isStuck = false
        if change.asker == thread { pending[place]?.ownCount -= 1 }
        guard let now = pending[place], !now.changes.isEmpty else {
            pending[place] = nil
            return .isDone
        }
        if isForOthers || now.ownCount > 0 { return .goOn }
        pending[place]?.writer = nil
        return .handOver
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
