import CairnCallbacks
import CairnCore
import Dispatch
import Foundation

/// The entries of a manager in the user's defaults, under the key that the toolkit has always used: jobs as dictionaries, by their unique ids.
///
/// What is there and was not written here stays as it is. Changes are written soon, those that wait together, one after the other for all who have the
/// same key, on a queue of the key's own and under no lock: defaults tell others of each, who may do what they like there.
final class EntryDefaults: Sendable {
    private typealias Change = DefaultEntries.Change

    /// What waits to be written.
    private struct Pending: Sendable {
        /// By id.
        var changes: [String: Change] = [:]
        /// Those that are just being written.
        var underWay: [String: Change] = [:]
        /// The marks in whose place those come: the disk may have them until the end.
        var former: [String: AheadMark] = [:]
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

    /// What is kept, or waits to be; what is no dictionary of entries counts as one, by the key itself.
    var contents: DefaultEntries {
        let waiting = waitingChanges
        var contents = DefaultEntries(entries: kept, ahead: keptAhead)
        contents.apply(waiting)
        return contents
    }

    /// The marks that may be found of each id if the process ends in any moment from now on: what waits may have been written then, or not.
    var marks: [String: [AheadMark]] {
        // What is written while this reads is in the first; what that was written over is in the last, or has gone.
        let all = pendingMarks + [keptAhead] + pendingMarks
        return all.reduce(into: [:]) { marks, some in
            for (id, mark) in some { marks[id, default: []].append(mark) }
        }
    }

    private var pendingMarks: [[String: AheadMark]] {
        guard let pending = Self.pending.read({ $0[place] }) else { return [] }
        return [pending.former] + [pending.underWay, pending.changes].map { $0.compactMapValues(\.ahead) }
    }

    private var waitingChanges: [String: Change] {
        let waiting = Self.pending.read { $0[place] }
        return (waiting?.underWay ?? [:]).merging(waiting?.changes ?? [:], uniquingKeysWith: { $1 })
    }

    private var kept: [String: Any] {
        guard let value = defaults.value.object(forKey: key) else { return [:] }
        return value as? [String: Any] ?? [key: value]
    }

    private var aheadKey: String { key + ".ahead" }
    private var keptAhead: [String: AheadMark] {
        switch defaults.value.object(forKey: aheadKey) {
        case let marks as [String: Any]: marks.mapValues { AheadMark(propertyList: $0) }
        // As it was before there were marks.
        case let ids as [String]: Dictionary(ids.map { ($0, .unknown) }) { first, _ in first }
        default: [:]
        }
    }

    /// Has an entry written, or removed.
    func set(_ change: DefaultEntries.Change, for id: String) {
        begin { $0.changes[id] = change }
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
        (rest.underWay, rest.former, rest.changes, rest.written) = (next.changes, [:], [:], [])
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
        let (former, place) = (keptAhead, place)
        Self.pending.change { all, _ in all[place]?.former = former }
        var now = former
        for (id, change) in changed { now[id] = change.ahead }
        if now == former { return }
        if now.isEmpty {
            defaults.value.removeObject(forKey: aheadKey)
        } else {
            defaults.value.set(now.mapValues(\.propertyList), forKey: aheadKey)
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
