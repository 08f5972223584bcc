#if os(Linux)
    import AGSCompat
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

        @Test func `a job goes on in the next process from its last checkpoint`() async throws {
            let suite = "cairn-toolkit-\(UUID().uuidString)"
            let process = Process()
            process.executableURL = URL(filePath: ProcessInfo.processInfo.arguments[0])
            process.arguments = ["--testing-library", "swift-testing", "--filter", "KilledManagerTests"]
            process.environment = ProcessInfo.processInfo.environment.merging([Self.variable: suite]) { $1 }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            if ProcessInfo.processInfo.environment[Self.variable] != nil { return }
            await withCheckedContinuation { continuation in
                process.terminationHandler = { _ in continuation.resume() }
                do { try process.run() } catch {
                    Issue.record(error)
                    continuation.resume()
                }
            }
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
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
