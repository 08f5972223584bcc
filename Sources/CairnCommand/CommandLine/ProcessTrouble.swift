import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// What keeps the process from working at all: it would end in the middle otherwise, or take one file for another.
enum ProcessTrouble {
    /// The first that is found, and what to do.
    static var first: String? { arguments ?? descriptors }

    /// Swift replaces what is no text, and would open another file.
    private static var arguments: String? {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else { continue }
            return "Word \(index) of the command line is no UTF-8: \(String(cString: argument).printable()). Rename the file."
        }
        return nil
    }

    /// The runtime ends the process where it cannot open one of its own.
    private static var descriptors: String? {
        var limit = rlimit()
        #if os(Linux)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < 32 else { return nil }
        limit.rlim_cur = min(limit.rlim_max, 256)
        if limit.rlim_cur >= 32, setrlimit(resource, &limit) == 0 { return nil }
        return "Only \(limit.rlim_max) files may be open at once, and 32 are needed. Raise it: ulimit -n 256"
    }
}
