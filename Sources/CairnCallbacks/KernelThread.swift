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
        /// Tells how long a processor has worked for the thread.
        private let clock: clockid_t?
        private var lastTime: Duration?
    #endif

    /// The current thread. It may be asked for as long as that has not ended.
    init() {
        #if CAIRN_DARWIN
            port = pthread_mach_thread_np(pthread_self())
        #else
            let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
            self.init(statePath: "/proc/\(link)/stat")
        #endif
    }

    #if !CAIRN_DARWIN
        /// The current thread, whose state is to be read elsewhere.
        init(statePath: String) {
            self.statePath = statePath
            var clock = clockid_t()
            self.clock = pthread_getcpuclockid(pthread_self(), &clock) == 0 ? clock : nil
        }
    #endif

    /// Whether it waits for something else than a processor. Where that cannot be told, it is taken for asleep.
    mutating func isAsleep() -> Bool {
        #if CAIRN_DARWIN
            var info = thread_basic_info()
            var count = mach_msg_type_number_t(MemoryLayout<thread_basic_info>.size / MemoryLayout<integer_t>.size)
            let result = withUnsafeMutableBytes(of: &info) { bytes in
                thread_info(port, thread_flavor_t(THREAD_BASIC_INFO), bytes.bindMemory(to: integer_t.self).baseAddress, &count)
            }
            return result != KERN_SUCCESS || info.run_state != TH_STATE_RUNNING
        #else
            // A process that has as many files open as it may opens none: then who has used no processor since the last look sleeps.
            return state.map { $0 != CChar(UInt8(ascii: "R")) } ?? hasStoodStill()
        #endif
    }

    #if !CAIRN_DARWIN
        private var state: CChar? {
            guard let file = fopen(statePath, "re") else { return nil }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 512)
            guard fgets(&line, 512, file) != nil else { return nil }
            // "number (name) state …", and a name may hold anything.
            guard let end = line.lastIndex(of: CChar(UInt8(ascii: ")"))), end + 2 < line.count else { return nil }
            return line[end + 2]
        }

        private mutating func hasStoodStill() -> Bool {
            guard let clock else { return true }
            var time = timespec()
            guard clock_gettime(clock, &time) == 0 else { return true }
            let (seconds, nanoseconds) = (Int64(clamping: time.tv_sec), Int64(clamping: time.tv_nsec))
            let now = Duration(secondsComponent: seconds, attosecondsComponent: nanoseconds * 1_000_000_000)
            defer { lastTime = now }
            return lastTime == now
        }
    #endif
}
