import CairnCallbacks
import CairnCore
import Dispatch
import Foundation

/// The entries of a manager in the user's defaults, under the key that the toolkit has always used: jobs as dictionaries, by their unique ids.
///
/// What is there and was not written here stays as it is. Changes are written soon, those that wait together, one after the other for all who have the
/// same key, on a queue of the key's own and under no lock: defaults tell others of each, who may do what they like there.
final class EntryDefaults: Sendable {
    /// What waits to be written.
    private struct Pending: Sendable {
        /// Entries by id; nil for none.
        var entries: [String: Carried<Any>?] = [:]
        /// Those that are just being written.
        var underWay: [String: Carried<Any>?] = [:]
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

    /// What is kept, or waits to be, by id; what is no dictionary of entries counts as one, by the key itself.
    var entries: [String: Any] {
        let waiting = Self.pending.read { $0[place] }
        var entries = kept
        for (id, entry) in waiting?.underWay ?? [:] { entries[id] = entry?.value }
        for (id, entry) in waiting?.entries ?? [:] { entries[id] = entry?.value }
        return entries
    }

    private var kept: [String: Any] {
        guard let value = defaults.value.object(forKey: key) else { return [:] }
        return value as? [String: Any] ?? [key: value]
    }

    /// Has an entry written, or removed.
    func set(_ entry: Carried<Any>?, for id: String) {
        begin { $0.entries[id] = .some(entry) }
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
            if !next.entries.isEmpty { write(next.entries) }
            for body in next.written { body() }
        }
    }

    private static func take(from all: inout [Place: Pending], at place: Place) -> Pending? {
        guard let next = all[place], !next.entries.isEmpty || !next.written.isEmpty else {
            all[place] = nil
            return nil
        }
        var rest = next
        (rest.underWay, rest.entries, rest.written) = (next.entries, [:], [])
        all[place] = rest
        return next
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
        // The process may end without a word.
        defaults.value.synchronize()
    }
}
