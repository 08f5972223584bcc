#if os(Linux)
    import AGSCompat
    import CairnCallbacks
    import CairnCore
    import CairnTesting
    import Foundation
    import Testing

    @testable import AGSToolkitCompat

    /// A process that is killed while its manager has a job under way.
    @Suite(.timeLimit(.minutes(10)))
    struct KilledManagerTests {
        private static let variable = "CAIRN_KILLED_MANAGER"

        /// What the process does that is killed: this program once more, told by its environment where.
        @Test(.enabled(if: ProcessInfo.processInfo.environment[variable] != nil))
        func dies() async throws {
            let home = try ManagerHome(try #require(ProcessInfo.processInfo.environment[Self.variable]))
            let job = try home.job(home.name("a"))
            let manager = home.manager()
            manager.register(job: job)
            let steps = Steps.of(home.name("a"))
            job.start(statusHandler: nil) { (_: Any?, _) in }
            await steps.gate.waiting(for: 1)
            steps.gate.openOnce()
            // It waits for the next step when the checkpoint of the first was kept: nobody looks whether it is.
            await steps.gate.waiting(for: 1)
            withExtendedLifetime(manager) { _ = kill(getpid(), SIGKILL) }
        }

        /// The same, with threads that register one job after the other; each is named in a file when that has returned.
        @Test(.enabled(if: ProcessInfo.processInfo.environment[registering] != nil))
        func diesRegistering() async throws {
            let home = try ManagerHome(try #require(ProcessInfo.processInfo.environment[Self.registering]))
            let manager = Carried(home.manager())
            try Data().write(to: Self.list(of: home))
            let file = open(Self.list(of: home).path, O_WRONLY | O_APPEND)
            for _ in 0..<4 {
                let jobs = Carried(try (0..<40).map { try home.job(home.name("\($0)")) })
                Thread {
                    for job in jobs.value {
                        let line = manager.value.register(job: job) + "\n"
                        _ = line.withCString { write(file, $0, line.utf8.count) }
                    }
                }.start()
            }
            while try Data(contentsOf: Self.list(of: home)).count < 37 * 30 { await Task.yield() }
            kill(getpid(), SIGKILL)
        }

        private static let registering = "CAIRN_KILLED_REGISTERING"

        private static func list(of home: ManagerHome) -> URL {
            FileManager.default.temporaryDirectory.appending(path: home.suite + ".registered")
        }

        @Test func `every job whose registering has returned is there in the next process`() async throws {
            if Self.isChild { return }
            for _ in 0..<5 {
                let suite = "cairn-toolkit-\(UUID().uuidString)"
                let end = try await TestProcess.run("KilledManagerTests", telling: [Self.registering: suite])
                #expect(end.reason == .uncaughtSignal && end.status == SIGKILL)
                let home = try ManagerHome(suite)
                let registered = try String(contentsOf: Self.list(of: home), encoding: .utf8).split(separator: "\n").map(
                    String.init)
                let held = Set(home.manager().keyedJobs.keys)
                #expect(registered.count >= 30 && held.isSuperset(of: registered))
                try FileManager.default.removeItem(at: Self.list(of: home))
            }
        }

        private static var isChild: Bool {
            let environment = ProcessInfo.processInfo.environment
            return environment[variable] != nil || environment[registering] != nil
        }

        @Test func `a job goes on in the next process from its last checkpoint`() async throws {
            let suite = "cairn-toolkit-\(UUID().uuidString)"
            if Self.isChild { return }
            let end = try await TestProcess.run("KilledManagerTests", telling: [Self.variable: suite])
            #expect(end.reason == .uncaughtSignal && end.status == SIGKILL)
            let home = try ManagerHome(suite)
            let manager = home.manager()
            let job = try #require(manager.jobs.first)
            #expect(manager.jobs.count == 1 && job.status == .paused && home.checkpoint(of: job) == 1)
            let steps = Steps.of(home.name("a"))
            steps.gate.open()
            let result: Int? = await withCheckedContinuation { continuation in
                job.start(statusHandler: nil) { (result: Any?, _) in continuation.resume(returning: result as? Int) }
            }
            #expect(result == 3 && steps.beginnings == [1])
        }
    }
#endif
