import CairnCallbacks
import CairnCore
import Dispatch
import Foundation

/// The entries of a manager in the user's defaults, under the key that the toolkit has always used: jobs as dictionaries, by their unique ids.
///
/// What is there and was not written here stays as it is. Changes are written soon, those that wait together, one after the other for all who have the
/// same key, on a queue of the key's own and under no lock: defaults tell others of each, who may do what they like there.
final class EntryDefaults: Sendable {
    /// What becomes of an id.
    private struct Change: Sendable {
        /// Nil for none.
        let entry: Carried<Any>?
        /// Whether its file could not be changed, and is older.
        let isAhead: Bool
    }

    /// What waits to be written.
    private struct Pending: Sendable {
        /// By id.
        var changes: [String: Change] = [:]
        /// Those that are just being written.
        var underWay: [String: Change] = [:]
        /// Called when what waits was written.
        var written: [@Sendable () -> Void] = []
        let queue = DispatchQueue(label: "cairn.job-manager")
    }

    private struct Place: Hashable {
        let key: String
        let defaults: ObjectIdentifier
    }

    /// Where something waits, or is being written.
    private static let pending = Guarded<[Place: Pending]>([:])

    let key: String
    // Defaults may be used from any thread.
    private let defaults: Carried<UserDefaults>
    private var place: Place { Place(key: key, defaults: ObjectIdentifier(defaults.value)) }

    init(_ key: String, in defaults: UserDefaults) {
        (self.key, self.defaults) = (key, Carried(defaults))
    }

    /// What is kept, or waits to be, by id; what is no dictionary of entries counts as one, by the key itself. And the ids of which it is newer than their
    /// files, which could not be changed.
    var contents: (entries: [String: Any], ahead: Set<String>) {
        let waiting = Self.pending.read { $0[place] }
        var (entries, ahead) = (kept, keptAhead)
        for (id, change) in (waiting?.underWay ?? [:]).merging(waiting?.changes ?? [:], uniquingKeysWith: { $1 }) {
            entries[id] = change.entry?.value
            if change.isAhead { ahead.insert(id) } else { ahead.remove(id) }
        }
        return (entries, ahead)
    }

    private var kept: [String: Any] {
        guard let value = defaults.value.object(forKey: key) else { return [:] }
        return value as? [String: Any] ?? [key: value]
    }

    private var aheadKey: String { key + ".ahead" }
    private var keptAhead: Set<String> { Set(defaults.value.stringArray(forKey: aheadKey) ?? []) }

    /// Has an entry written, or removed.
    ///
    /// - Parameter isAhead: Whether its file could not be changed.
    func set(_ entry: Carried<Any>?, for id: String, isAhead: Bool) {
        begin { $0.changes[id] = Change(entry: entry, isAhead: isAhead) }
    }

    /// Calls when what waits now was written.
    func whenWritten(_ body: @escaping @Sendable () -> Void) {
        begin { $0.written.append(body) }
    }

    private func begin(_ body: @Sendable (inout Pending) -> Void) {
        let place = place
        let queue = Self.pending.change { all, _ -> DispatchQueue? in
            let isNews = all[place] == nil
            var pending = all[place] ?? Pending()
            body(&pending)
            all[place] = pending
            return isNews ? pending.queue : nil
        }
        queue?.async { [self] in writeAll(at: place) }
    }

    private func writeAll(at place: Place) {
        while let next = Self.pending.change({ all, _ in Self.take(from: &all, at: place) }) {
            if !next.changes.isEmpty { write(next.changes) }
            for body in next.written { body() }
        }
    }

    private static func take(from all: inout [Place: Pending], at place: Place) -> Pending? {
        guard let next = all[place], !next.changes.isEmpty || !next.written.isEmpty else {
            all[place] = nil
            return nil
        }
        var rest = next
        (rest.underWay, rest.changes, rest.written) = (next.changes, [:], [])
        all[place] = rest
        return next
    }

    private func write(_ changed: [String: Change]) {
        // In this order: a file does not give way before what it gives way to is there.
        writeEntries(changed)
        writeAhead(changed)
        // The process may end without a word.
        defaults.value.synchronize()
    }

    private func writeAhead(_ changed: [String: Change]) {
        let former = keptAhead
        let now = former.subtracting(changed.keys).union(changed.filter(\.value.isAhead).keys)
        if now == former { return }
        if now.isEmpty {
            defaults.value.removeObject(forKey: aheadKey)
        } else {
            defaults.value.set(now.sorted(), forKey: aheadKey)
        }
    }

    /// Where something is kept that is no dictionary, nothing is written.
    private func writeEntries(_ changed: [String: Change]) {
        let value = defaults.value.object(forKey: key)
        if value == nil || value is [String: Any] {
            var entries = value as? [String: Any] ?? [:]
            for (id, change) in changed { entries[id] = change.entry?.value }
            defaults.value.set(entries, forKey: key)
        } else if changed.contains(where: { $0.key == key && $0.value.entry == nil }) {
            defaults.value.removeObject(forKey: key)
        }
    }
}
