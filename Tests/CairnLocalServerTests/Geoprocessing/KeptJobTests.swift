import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What a server that is started again knows of jobs.
@Suite(.timeLimit(.minutes(5)))
struct KeptJobTests {
    @Test func `of jobs that have ended those go first that ended first, however long they took`() async throws {
        let tool = Waiting()
        let site = GPSite(PublishedTools([tool, CountdownTool()], maximumRunning: 2))
        let long = try await site.submit("Wait here", ["Text": "a"])
        func count(_ number: Int) async throws -> [String] {
            var ids: [String] = []
            for _ in 0..<number { ids.append(try await site.submit("Countdown", ["Steps": "1", "Seconds": "0"])) }
            for id in ids { _ = try await site.job(id, of: "Countdown", is: "esriJobSucceeded") }
            return ids
        }
        let short = try await count(1001)
        tool.gate.open()
        #expect(try await site.job(long, of: "Wait here", is: "esriJobSucceeded")["error"] == nil)
        _ = try await count(3)
        #expect(try await site.json("Wait here/jobs/\(long)/results/Out")["value"] == "a")
        #expect(try await site.json("Countdown/jobs/\(short[0])")["error"]?["code"] == 404)
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    private let path = "Wait here"

    @Test func `those that have ended are known, and those that waited are run`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let tool = Waiting()
        let tools = PublishedTools([tool], folder: folder, maximumRunning: 1)
        let site = GPSite(tools)
        tool.gate.openOnce()
        let ended = try await site.submit(path, ["Text": "a"])
        _ = try await site.job(ended, of: path, is: "esriJobSucceeded")
        let running = try await site.submit(path, ["Text": "a"])
        _ = try await site.job(running, of: path, is: "esriJobExecuting")
        let waiting = try await site.submit(path, ["Text": "b"])
        _ = try await site.job(waiting, of: path, is: "esriJobWaiting")
        await tools.close()

        let next = Waiting()
        let again = GPSite(PublishedTools([next], folder: folder, maximumRunning: 1))
        #expect(try await again.json("\(path)/jobs/\(ended)")["jobStatus"] == "esriJobSucceeded")
        #expect(try await again.json("\(path)/jobs/\(ended)/results/Out")["value"] == "a")
        let failed = try await again.json("\(path)/jobs/\(running)")
        #expect(failed["jobStatus"] == "esriJobFailed" && failed["messages"]?.array?.last?["type"] == "esriJobMessageTypeError")
        #expect(failed["messages"]?.array?.last?["description"]?.string?.contains("Submit it again") == true)
        next.gate.open()
        _ = try await again.job(waiting, of: path, is: "esriJobSucceeded")
        #expect(try await again.json("\(path)/jobs/\(waiting)/results/Out")["value"] == "b")
    }

    @Test func `a folder has one server at a time`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = PublishedTools([Waiting()], folder: folder)
        try await first.load()
        let second = PublishedTools([Waiting()], folder: folder)
        await #expect(throws: ToolFolderInUse.self) { try await second.load() }
        #expect(try await GPSite(second).json("\(path)/submitJob", ["Text": "a"])["error"]?["code"] == 500)
        await first.close()
        try await second.load()
    }

    @Test func `a file that is no job is left alone`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let stray = folder.appending(path: "jobs/other")
        try FileManager.default.createDirectory(at: stray, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: stray.appending(path: "job.json"))
        let tools = PublishedTools([Waiting()], folder: folder)
        try await tools.load()
        #expect(FileManager.default.fileExists(atPath: stray.appending(path: "job.json").path))
    }
}
