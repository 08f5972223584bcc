import CairnCore
import Synchronization

/// How many mappings the files of this process may be split into: Linux allows 65,530 of them, which threads and memory need as well.
enum MappingBudget {
    private static let left = Mutex(24_000)

    /// Parts of a file of so many bytes, the smallest of one, four or eight pages that are no more than are left; nil if there are too few left.
    static func take(for count: Int) -> (part: Int, mappings: Int)? {
        left.withLock { left in
            for pages in [1, 4, 8] {
                let part = pages * BlockFormat.blockSize
                let mappings = count / part + 1
                guard mappings <= left else { continue }
                left -= mappings
                return (part, mappings)
            }
            return nil
        }
    }

    static func giveBack(_ mappings: Int) { left.withLock { $0 += mappings } }
}
