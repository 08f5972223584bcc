#if os(Linux)
    import CairnCallbacks
    import CairnCore
    import CairnTesting
    import Foundation
    import Synchronization
    import Testing

    /// A process that gets no more threads from the system for a while.
    @Suite(.timeLimit(.minutes(10)))
    struct RefusedThreadTests {
        private static let variable = "CAIRN_REFUSED_THREADS"

        /// What the process does: this program once more, told so by its environment.
        @Test(.enabled(if: ProcessInfo.processInfo.environment[variable] != nil))
        func isRefused() async throws {
            let (count, ended) = (100, Log<Int>())
            // Less than a stack takes: no thread begins.
            try limitAddresses(to: 2 << 20)
            for _ in 0..<count { CallbackQueue().callLater { ended.append(1) } }
            #expect(ended.elements.isEmpty)
            try limitAddresses(to: nil)
            var left = count
            for await _ in ended.entries {
                left -= 1
                if left == 0 { break }
            }
            await withCheckedContinuation { continuation in CallbackQueue().callLater { continuation.resume() } }
        }

        /// - Parameter room: How much more may be used than now; nil for any.
        private func limitAddresses(to room: Int?) throws {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ").first.flatMap {
                Int($0)
            }
            limit.rlim_cur = room.map { rlim_t(clamping: (pages ?? 0) * 4096 + $0) } ?? limit.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        }

        @Test func `callbacks go on when the system has threads again`() async throws {
            if ProcessInfo.processInfo.environment[Self.variable] != nil { return }
            let end = try await TestProcess.run("RefusedThreadTests", telling: [Self.variable: "1"])
            #expect(end.reason == .exit && end.status == 0)
        }
    }
#endif
