import CairnCallbacks
import CairnCore
import Dispatch
import Foundation
import Synchronization

/// The entries of a manager: files, which are there when a change returns, and the user's defaults, which follow.
///
/// Defaults alone would not do. On Linux they are written over in place, so that all of them are gone if the process ends in that moment, and with every
/// change all of them are written; and who is told of them may take his time.
final class JobIndex: Sendable {
    private let files: EntryFiles
    private let defaults: EntryDefaults
    /// Changes come one after the other, and are decided here: each asks its manager whether it still holds.
    private let turn: IndexTurn
    /// The marks that were in the defaults when the turn was taken, or waited to be: what is written from then on is newer, whether or not they come
    /// to know of it.
    private let found: [String: [AheadMark]]

    init(jobManagerID: String, in defaults: UserDefaults, _ files: EntryFiles) {
        self.files = files
        self.defaults = EntryDefaults("com.esri.arcgis.runtime.toolkit.jobManager.\(jobManagerID).jobs", in: defaults)
        turn = .taken(for: files.directory)
        found = self.defaults.marks
    }

    deinit { turn.giveBack() }

    /// What was forgotten, and may still be there elsewhere.
    struct Forgotten: Sendable {
        let id: String
        /// The record that is to be removed; nil if there is none.
        let record: String?
        let mark: String
    }

    /// What is kept, by id, and what was forgotten.
    var contents: (entries: [String: Any], forgotten: [Forgotten]) {
        turn.state.withLock { $0.beginReading() }
        // Not in our turn: they may be of another's class, and come back here. What changes meanwhile is noted.
        let known = Carried(defaults.contents)
        return turn.state.withLock { state in
            let changes = state.endReading()
            var current = known.value
            current.apply(changes)
            return Carried((contents: read(current, &state.outdated), changes: changes))
        }.value.contents
    }

    private func read(
        _ known: DefaultEntries, _ outdated: inout [String: String]
    ) -> (entries: [String: Any], forgotten: [Forgotten]) {
        files.removeLeftovers()
        let all = files.all
        // A file that was written later goes before what the defaults had been ahead of.
        let ahead = known.ahead.filter { id, mark in !mark.isSuperseded(by: all[id]?.superseded ?? [:]) }
        var entries = known.entries
        // Whose file still says otherwise, or is gone before the record is, which has the same name if there is one.
        var forgotten: [Forgotten] = []
        for id in ahead.keys where entries[id] == nil {
            let mark = outdated[id] ?? UUID().uuidString
            outdated[id] = mark
            forgotten.append(Forgotten(id: id, record: UUID(uuidString: id) == nil ? nil : id, mark: mark))
        }
        for (id, contents) in all where ahead[id] == nil {
            switch contents.entry {
            case .job(let json): entries[id] = json
            case .forgotten(let record, let mark):
                entries[id] = nil
                forgotten.append(Forgotten(id: id, record: record, mark: mark))
            }
        }
        return (entries, forgotten)
    }

    /// Keeps an entry, if it is wanted when it is its turn; what no property list can hold is not kept.
    func keep(_ entry: Any, as id: String, if isWanted: () -> Bool) {
        guard PropertyListSerialization.propertyList(entry, isValidFor: .binary) else { return }
        let carried = Carried(entry)
        turn.state.withLock { state in
            guard isWanted() else { return }
            state.outdated[id] = nil
            let isKept = set(.job(carried.value), for: id, state)
            if isKept { state.ahead.remove(id) } else { state.ahead.insert(id) }
            follow(carried, for: id, isAhead: !isKept, &state)
        }
    }

    /// Has a file say something; whether it does.
    private func set(_ entry: EntryFiles.Entry, for id: String, _ state: IndexTurn.State) -> Bool {
        files.set(entry, for: id, superseding: state.superseded(found[id] ?? []))
    }

    /// Has the defaults follow, and who reads them just now.
    private func follow(_ entry: Carried<Any>?, for id: String, isAhead: Bool = false, _ state: inout IndexTurn.State) {
        let change = DefaultEntries.Change(entry: entry, ahead: isAhead ? state.newMark() : nil)
        state.note(change, for: id)
        defaults.set(change, for: id)
    }

    /// Forgets an entry, if that is wanted when it is its turn.
    ///
    /// - Parameter record: What is to be removed of the store then.
    /// - Returns: What ``removed(_:)`` is to be told when it was.
    func forget(_ id: String, removing record: String?, if isWanted: () -> Bool) -> Forgotten {
        let forgotten = Forgotten(id: id, record: record, mark: UUID().uuidString)
        let isOutdated = turn.state.withLock { state in
            guard isWanted() else { return false }
            let isKept = set(.forgotten(record: record, mark: forgotten.mark), for: id, state)
            state.outdated[id] = isKept ? nil : forgotten.mark
            state.ahead.remove(id)
            follow(nil, for: id, isAhead: !isKept, &state)
            return !isKept
        }
        if isOutdated { removeOutdated(forgotten) }
        return forgotten
    }

    /// Removes the file of what was forgotten that still says otherwise, when the defaults know. Until its record is removed either a file in its place
    /// tells of that, for which there may be room now, or the defaults.
    private func removeOutdated(_ forgotten: Forgotten) {
        defaults.whenWritten { [self] in
            turn.state.withLock { state in
                guard isOutdated(forgotten, state), files.remove(forgotten.id) else { return }
                let isTold =
                    forgotten.record != nil
                    && set(.forgotten(record: forgotten.record, mark: forgotten.mark), for: forgotten.id, state)
                guard isTold || forgotten.record == nil else { return }
                state.outdated[forgotten.id] = nil
                follow(nil, for: forgotten.id, &state)
            }
        }
    }

    /// Has the defaults forget what another process has forgotten, who may not have come to that.
    func forgetAgain(_ forgotten: Forgotten) {
        turn.state.withLock { state in
            if isLast(forgotten), !state.ahead.contains(forgotten.id) { follow(nil, for: forgotten.id, &state) }
        }
    }

    /// Nothing is left of what was forgotten, but for what the defaults have.
    func removed(_ forgotten: Forgotten) {
        defaults.whenWritten { [self] in
            turn.state.withLock { state in
                let isTold = isLast(forgotten)
                guard isTold || isOutdated(forgotten, state), files.remove(forgotten.id) else { return }
                if isTold { return }
                state.outdated[forgotten.id] = nil
                follow(nil, for: forgotten.id, &state)
            }
        }
    }

    /// Whether the defaults alone tell that it was forgotten, and nothing was said of it since.
    private func isOutdated(_ forgotten: Forgotten, _ state: IndexTurn.State) -> Bool {
        state.outdated[forgotten.id] == forgotten.mark
    }

    /// Whether nothing was said of it since.
    private func isLast(_ forgotten: Forgotten) -> Bool {
        if case .forgotten(_, forgotten.mark)? = files[forgotten.id] { true } else { false }
    }

    /// Waits until the defaults have what is here.
    func wait() {
        let isWritten = DispatchSemaphore(value: 0)
        defaults.whenWritten { isWritten.signal() }
        isWritten.wait()
    }
}
