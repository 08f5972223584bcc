#if os(Linux)
    import CairnTesting
    import Foundation
    import Glibc
    import Testing

    /// Runs many seeds, some at a time, in a process of their own: what they leave behind is then theirs, and a crash ends only them.
    struct FaultSeeds {
        /// In batches, each for a process. `CAIRN_FAULT_SEED` names one to run alone.
        static func batches(_ short: UInt64, long: UInt64) -> [ClosedRange<UInt64>] {
            if let seed = ProcessInfo.processInfo.environment["CAIRN_FAULT_SEED"].flatMap({ UInt64($0) }) { return [seed...seed] }
            let count = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? short : long
            return stride(from: 1, through: count, by: 100).map { $0...min(count, $0 + 99) }
        }

        /// The growth of memory that is no cause for worry, in KiB: what is read at once of a bomb becomes 16 MiB.
        private static let allowedGrowth = concurrency * (24 << 10)
        private static let concurrency = 8

        /// Runs them all, and complains of each thing that is wrong, of what is left of descriptors and threads, and of memory.
        ///
        /// - Parameter atOnce: How many run at a time; fewer of those that ask for so much that bombs come together.
        static func verify(
            _ seeds: ClosedRange<UInt64>, _ kinds: [Complaint.Kind], atOnce: Int = concurrency,
            _ complaints: @escaping @Sendable (UInt64) async throws -> [Complaint]
        ) async throws {
            useOneArena()
            let start = Footprint.now
            // What is made once is made now.
            _ = (Compressed.bomb, try await complaints(0))
            let before = await Footprint.settled(to: start)
            let found = try await run(seeds, atOnce, complaints).filter { kinds.contains($0.kind) }
            for complaint in found { Issue.record("\(complaint)") }
            let after = await Footprint.settled(to: before)
            #expect(after.isNoMore(than: before), "\(before), then \(after)")
            #expect(after.peak - before.peak <= allowedGrowth, "\(before), then \(after)")
        }

        /// Else the allocator keeps, for each thread, what that has once needed, and the bound would be one on threads (`M_ARENA_MAX` of malloc.h,
        /// which Glibc's module leaves out).
        private static func useOneArena() {
            typealias MallocOption = @convention(c) (Int32, Int32) -> Int32
            guard let symbol = dlsym(nil, "mallopt") else { return }
            _ = unsafeBitCast(symbol, to: MallocOption.self)(-8, 1)
        }

        private static func run(
            _ seeds: ClosedRange<UInt64>, _ atOnce: Int, _ complaints: @escaping @Sendable (UInt64) async throws -> [Complaint]
        ) async throws -> [Complaint] {
            let watchdog = Watchdog("the fault server", patience: 60)
            return try await withThrowingTaskGroup(of: [Complaint].self) { group in
                var (rest, found) = (seeds[...], [Complaint]())
                func add() {
                    guard let seed = rest.popFirst() else { return }
                    group.addTask {
                        watchdog.step { "\(seed) is under way, or one of those before it." }
                        return try await complaints(seed)
                    }
                }
                for _ in 0..<atOnce { add() }
                while let more = try await group.next() {
                    found += more
                    add()
                }
                return found
            }
        }
    }
#endif
