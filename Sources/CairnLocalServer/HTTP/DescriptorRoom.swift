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
        guard limit < wanted + 4096, let open = try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count else {
            return wanted
        }
        return min(wanted, max(1, limit - open - reserve))
    }

    private static var limit: Int {
        var limit = rlimit()
        #if CAIRN_DARWIN
            let isKnown = getrlimit(RLIMIT_NOFILE, &limit) == 0
        #else
            let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        #endif
        return isKnown ? Int(clamping: limit.rlim_cur) : Int.max
    }
}
