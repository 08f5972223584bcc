import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// How many connections this process has descriptors for.
///
/// Clients must not take the last one: what Dispatch opens when it is first needed, such as a timer, ends the process if it cannot be had.
enum DescriptorRoom {
    /// What the process may still open for itself.
    private static let reserve = 16

    /// As many as are wanted, or as there is room for; one at least.
    static func connections(wanted: Int) -> Int {
        let limit = limit
        // Nobody counts a million descriptors for a limit that is far away.
        guard limit < 8192, let open = try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count else {
            return wanted
        }
        return min(wanted, max(1, limit - open - reserve))
    }

    private static var limit: Int {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit < 0 ? .max : limit
    }
}
