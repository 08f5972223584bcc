import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A thread as the kernel knows it.
struct KernelThread {
    #if CAIRN_DARWIN
        private let port: thread_t
    #else
        /// Where the kernel tells the thread's state.
        private let statePath: String
    #endif

    /// The current thread. It may be asked for as long as that has not ended.
    init() {
        #if CAIRN_DARWIN
            port = pthread_mach_thread_np(pthread_self())
        #else
            let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
            statePath = "/proc/\(link)/stat"
        #endif
    }

    /// Whether it waits for something else than a processor. Where that cannot be told, it is taken for asleep.
    var isAsleep: Bool {
        #if CAIRN_DARWIN
            var info = thread_basic_info()
            var count = mach_msg_type_number_t(MemoryLayout<thread_basic_info>.size / MemoryLayout<integer_t>.size)
            let result = withUnsafeMutableBytes(of: &info) { bytes in
                thread_info(port, thread_flavor_t(THREAD_BASIC_INFO), bytes.bindMemory(to: integer_t.self).baseAddress, &count)
            }
            return result != KERN_SUCCESS || info.run_state != TH_STATE_RUNNING
        #else
            guard let file = fopen(statePath, "re") else { return true }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 512)
            guard fgets(&line, 512, file) != nil else { return true }
            // "number (name) state …", and a name may hold anything.
            guard let end = line.lastIndex(of: CChar(UInt8(ascii: ")"))), end + 2 < line.count else { return true }
            return line[end + 2] != CChar(UInt8(ascii: "R"))
        #endif
    }
}
