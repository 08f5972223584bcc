#if os(Linux)
    import Foundation

    /// What this process has of the system.
    struct Footprint: Sendable, CustomStringConvertible {
        /// What the open descriptors lead to, but for those by which Dispatch tells the time, which come when they are needed.
        let files: [String]
        let threads: Int
        /// The most memory there has been in use, and that in use now, in KiB.
        let (peak, resident): (Int, Int)

        static var now: Footprint {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            let files = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
            let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")) ?? []
            func number(_ name: String) -> Int {
                lines.first { $0.hasPrefix(name + ":") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
            }
            return Footprint(
                files: files.filter { !ofDispatch.contains($0) }.sorted(), threads: number("Threads"), peak: number("VmHWM"),
                resident: number("VmRSS"))
        }

        /// Waits until no more is there than before, for a minute at most. On a thread of its own: Dispatch lets a thread go that has had
        /// nothing to do for five seconds, and whatever runs meanwhile, this included, would go round among all of them.
        static func settled(to before: Footprint) async -> Footprint {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: waited(for: before)) }
            }
        }

        private static func waited(for before: Footprint) -> Footprint {
            let end = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < end, !Footprint.now.isNoMore(than: before) { poll(nil, 0, 20) }
            return .now
        }

        /// Whether no descriptor and no thread is left over: but for those few on which tasks run, which come when they are needed.
        func isNoMore(than before: Footprint) -> Bool {
            files.count <= before.files.count && threads <= before.threads + Self.runners
        }

        private static let runners = 8
        private static let ofDispatch = ["anon_inode:[timerfd]", "anon_inode:[eventpoll]"]

        private init(files: [String], threads: Int, peak: Int, resident: Int) {
            (self.files, self.threads) = (files, threads)
            (self.peak, self.resident) = (peak, resident)
        }

        var description: String {
            "\(files.count) descriptors \(files), \(threads) threads, \(resident) KiB, at most \(peak) KiB"
        }
    }
#endif
