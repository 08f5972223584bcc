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
    private final class Turn: Sendable {
        let lock = Mutex(())
    }

    /// By folder: several indexes of one are one writer.
    private static let turns = Guarded<[URL: Turn]>([:])

    private let files: EntryFiles
    private let defaults: EntryDefaults
    /// Changes come one after the other, and are decided here: each asks its manager whether it still holds.
    private let turn: Turn

    /// - Parameter directory: Where the files are.
    init(jobManagerID: String, in defaults: UserDefaults, _ directory: URL) {
        files = EntryFiles(directory: directory)
        self.defaults = EntryDefaults("com.esri.arcgis.runtime.toolkit.jobManager.\(jobManagerID).jobs", in: defaults)
        turn = Self.turns.change { turns, _ in
            let turn = turns[directory] ?? Turn()
            turns[directory] = turn
            return turn
        }
    }

    /// What was forgotten, and may still be there elsewhere.
    struct Forgotten: Sendable {
        let id: String
        /// The record that is to be removed; nil if there is none.
        let record: String?
        let mark: String
    }

    /// What is kept, by id, and what was forgotten.
    var contents: (entries: [String: Any], forgotten: [Forgotten]) {
        turn.lock.withLock { _ in Carried(read()) }.value
    }

    private func read() -> (entries: [String: Any], forgotten: [Forgotten]) {
        files.removeLeftovers()
        var (entries, ahead) = defaults.contents
        var forgotten: [Forgotten] = []
        for (id, entry) in files.all where !ahead.contains(id) {
            switch entry {
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
        turn.lock.withLock { _ in
            guard isWanted() else { return }
            let isKept = files.set(.job(carried.value), for: id)
            defaults.set(carried, for: id, isAhead: !isKept)
        }
    }

    /// Forgets an entry, if that is wanted when it is its turn.
    ///
    /// - Parameter record: What is to be removed of the store then.
    /// - Returns: What ``removed(_:)`` is to be told when it was.
    func forget(_ id: String, removing record: String?, if isWanted: () -> Bool) -> Forgotten {
        let forgotten = Forgotten(id: id, record: record, mark: UUID().uuidString)
        turn.lock.withLock { _ in
            guard isWanted() else { return }
            let isKept = files.set(.forgotten(record: record, mark: forgotten.mark), for: id)
            defaults.set(nil, for: id, isAhead: !isKept)
        }
        return forgotten
    }

    /// Has the defaults forget what another process has forgotten, who may not have come to that.
    func forgetAgain(_ forgotten: Forgotten) {
        turn.lock.withLock { _ in
            if isLast(forgotten) { defaults.set(nil, for: forgotten.id, isAhead: false) }
        }
    }

    /// Nothing is left of what was forgotten, but for what the defaults have.
    func removed(_ forgotten: Forgotten) {
        defaults.whenWritten { [self] in
            turn.lock.withLock { _ in
                if isLast(forgotten) { files.remove(forgotten.id) }
            }
        }
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
