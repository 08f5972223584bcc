import Synchronization

/// The ids of a service's layers. A table keeps its own as long as the service lives, for clients know it by that: what is added comes behind.
final class LayerNumbers: Sendable {
    private struct Name: Hashable {
        let text: String
        /// Which one it is of those that are called so.
        let occurrence: Int
    }

    private let known = Mutex<[Name: Int]>([:])

    /// Takes ids that tables have had before.
    func keep(_ ids: [String: Int]) {
        known.withLock { known in
            for (text, id) in ids { known[Name(text: text, occurrence: 0)] = id }
        }
    }

    /// The ids of tables, by their names in order.
    func numbers(of names: [String]) -> [Int] {
        var occurrences: [String: Int] = [:]
        return known.withLock { known in
            names.map { text in
                let name = Name(text: text, occurrence: occurrences[text, default: 0])
                occurrences[text, default: 0] += 1
                let number = known[name] ?? (known.values.max() ?? -1) + 1
                known[name] = number
                return number
            }
        }
    }
}
