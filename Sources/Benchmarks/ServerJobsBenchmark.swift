import CairnCore
import CairnLocalServer
import CairnTasks
import Foundation

/// A thousand jobs side by side, each on a tool of one Local Server that another process runs: how often they ask, once all have been submitted a
/// minute ago, and what memory each takes. Half of them have been stopped meanwhile, and go on from their records.
enum ServerJobsBenchmark {
    private static let jobCount = 1000
    private static let restoring = Duration.seconds(30)
    private static let age = Duration.seconds(60)
    private static let window = Duration.seconds(15)

    static func run() async throws -> [Measurement] {
        let server = try ChildProcess(["--serve-tools"])
        defer { server.end() }
        guard let address = URL(string: try server.line()) else { return [] }
        let tool = address.appending(path: "arcgis/rest/services/Demo/GPServer/Countdown")
        let (kept, stopped) = (CountingTransport(.standard), CountingTransport(.standard))
        // What the first takes is everybody's.
        var jobs = [try await job(tool, kept)]
        try await submitted(jobs)
        let before = Memory.resident
        for number in 1..<jobCount { jobs.append(try await job(tool, number < jobCount / 2 ? kept : stopped)) }
        try await submitted(jobs)
        let youngest = ContinuousClock.now
        try await ContinuousClock().sleep(until: youngest + restoring)
        try await restore(&jobs[(jobCount / 2)...], stopped)
        try await ContinuousClock().sleep(until: youngest + age)
        let memory = Memory.growth(from: before, to: Memory.resident).map { $0 / 1024 / Double(jobCount - 1) }
        let (counts, clock) = ((kept.count, stopped.count), ContinuousClock.now)
        try await Task.sleep(for: window)
        let time = clock.duration(to: .now).inSeconds
        let rates = (Double(kept.count - counts.0) / time, Double(stopped.count - counts.1) / time)
        let isUnderWay = jobs.allSatisfy { $0.status == .started && $0.serverJobIDs.count == 1 }
        for job in jobs { job.cancel() }
        return [
            Measurement(
                "a thousand jobs on a server, a minute old", rates.0 + rates.1, unit: "requests/s",
                peer: "≤ 170 requests/s", atMost: 170, where: isUnderWay && rates.0 > 0),
            Measurement(
                "the half of them that go on from their records", rates.1, unit: "requests/s",
                // All have begun to ask again in one moment, so that they ask in waves; by their age since then they would twice as often.
                peer: String(format: "≤ 1.4 × the others (%.0f requests/s)", rates.0), atMost: 1.4 * rates.0,
                where: rates.1 > 0),
            Measurement("memory of each", memory, unit: "KB", peer: "≤ 64 KB", atMost: 64),
        ]
    }

    private static func job(_ tool: URL, _ transport: CountingTransport) async throws -> Job<GeoprocessingWork> {
        let parameters = GeoprocessingParameters(
            executionType: .asynchronousSubmit, inputs: ["Steps": .long(10_000), "Seconds": .double(3600)])
        let work = GeoprocessingWork(task: try ServiceURL(tool), parameters: parameters)
        let job = try Job(work, services: access(transport))
        try job.start()
        for await status in job.statuses where status == .started { break }
        return job
    }

    private static func access(_ transport: CountingTransport) -> ServiceAccess {
        ServiceAccess(credentials: CredentialStore(), transport: transport)
    }

    /// Waits until the server has taken all of them.
    private static func submitted(_ jobs: [Job<GeoprocessingWork>]) async throws {
        while jobs.contains(where: { $0.status == .started && $0.serverJobIDs.isEmpty }) {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Stops jobs, and lets others go on with their records.
    private static func restore(_ jobs: inout ArraySlice<Job<GeoprocessingWork>>, _ transport: CountingTransport) async throws {
        for index in jobs.indices {
            jobs[index].pause()
            for await status in jobs[index].statuses where status == .paused { break }
            let record = try JobRecord(jsonData: jobs[index].record.json.data())
            jobs[index] = try Job(restoring: record) { access(transport) }
            try jobs[index].start()
        }
    }

    /// What a child process does; false if this is none.
    static func runAsChild() async throws -> Bool {
        guard CommandLine.arguments.dropFirst() == ["--serve-tools"] else { return false }
        let server = LocalServer(tools: ["Demo": PublishedTools([CountdownTool()], maximumRunning: jobCount)])
        print(try await server.start().absoluteString)
        fflush(nil)
        while readLine() != nil {}
        await server.stop()
        return true
    }
}

/// Counts the requests that go through it.
private final class CountingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let requests = Guarded(0)

    init(_ transport: any HTTPTransport) { self.transport = transport }

    var count: Int { requests.read(\.self) }

    @concurrent
    func stream(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) async throws -> HTTPResponseStream {
        requests.change { count, _ in count += 1 }
        return try await transport.stream(request, sent: sent)
    }
}
