import CairnCallbacks
import Foundation
import Synchronization

/// The entries of a manager in the user's defaults, under the key that the toolkit has always used: jobs as dictionaries, by their unique ids.
///
/// What is there and was not written by this index stays as it is.
final class JobIndex: Sendable {
    private let key: String
    // Defaults may be used from any thread.
    private let defaults: Carried<UserDefaults>
    /// Guards what is read and written again.
    private let lock = Mutex(())

    init(jobManagerID: String, in defaults: UserDefaults) {
        key = "com.esri.arcgis.runtime.toolkit.jobManager.\(jobManagerID).jobs"
        self.defaults = Carried(defaults)
    }

    /// The jobs whose removal has begun and may not have ended: their records do not count.
    var removals: Set<String> {
        get { Set(defaults.value.stringArray(forKey: removalsKey) ?? []) }
        set {
            if newValue.isEmpty {
                defaults.value.removeObject(forKey: removalsKey)
            } else {
                defaults.value.set(newValue.sorted(), forKey: removalsKey)
            }
        }
    }

    private var removalsKey: String { key + ".removals" }

    /// What is kept, by id; what is no dictionary of entries counts as one, by the key itself.
    var entries: [String: Any] {
        guard let value = defaults.value.object(forKey: key) else { return [:] }
        return value as? [String: Any] ?? [key: value]
    }

    /// Replaces some entries, nil by none, and leaves all others. Where something is kept that is no dictionary, nothing is written.
    func update(_ changed: [String: Any?], removing removed: Set<String> = [], removed done: Set<String> = []) {
        lock.withLock { _ in
            let value = defaults.value.object(forKey: key)
            if value == nil || value is [String: Any] {
                var entries = value as? [String: Any] ?? [:]
                for (id, entry) in changed { entries[id] = entry }
                defaults.value.set(entries, forKey: key)
            } else if changed.contains(where: { $0.key == key && $0.value == nil }) {
                defaults.value.removeObject(forKey: key)
            }
            if !removed.isEmpty || !done.isEmpty { removals = removals.union(removed).subtracting(done) }
            // The process may end without a word.
            defaults.value.synchronize()
        }
    }
}
