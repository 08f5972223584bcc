import CairnCallbacks
import CairnCore
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
    private let turn = Mutex(())

    /// - Parameter directory: Where the files are.
    init(jobManagerID: String, in defaults: UserDefaults, _ directory: URL) {
        files = EntryFiles(directory: directory)
        self.defaults = EntryDefaults("com.esri.arcgis.runtime.toolkit.jobManager.\(jobManagerID).jobs", in: defaults)
    }

    /// What is kept, by id, and the records of what was forgotten, by the ids of that; nil where there was none to be removed.
    var contents: (entries: [String: Any], forgotten: [String: String?]) {
        var (entries, forgotten): ([String: Any], [String: String?]) = (defaults.entries, [:])
        for (id, entry) in files.all {
            switch entry {
            case .job(let json): entries[id] = json
            case .forgotten(let record):
                entries[id] = nil
                forgotten[id] = .some(record)
            }
        }
        return (entries, forgotten)
    }

    /// Keeps an entry, if it is wanted when it is its turn; what no property list can hold is not kept.
    func keep(_ entry: Any, as id: String, if isWanted: () -> Bool) {
        guard PropertyListSerialization.propertyList(entry, isValidFor: .binary) else { return }
        let carried = Carried(entry)
        turn.withLock { _ in
            guard isWanted() else { return }
            files.set(.job(carried.value), for: id)
            defaults.set(carried, for: id)
        }
    }

    /// Forgets an entry, if that is wanted when it is its turn.
    ///
    /// - Parameter record: What is to be removed of the store then. Call ``removed(_:)`` when it was.
    func forget(_ id: String, removing record: String?, if isWanted: () -> Bool) {
        turn.withLock { _ in
            guard isWanted() else { return }
            files.set(.forgotten(record: record), for: id)
            defaults.set(nil, for: id)
        }
    }

    /// Nothing is left of what was forgotten, but for what the defaults have.
    func removed(_ id: String) {
        defaults.whenWritten { [self] in
            turn.withLock { _ in
                if case .forgotten? = files[id] { files.remove(id) }
            }
        }
    }

    /// Waits until the defaults have what is here.
    func wait() {
        let isWritten = DispatchSemaphore(value: 0)
        defaults.whenWritten { isWritten.signal() }
        isWritten.wait()
    }
}
