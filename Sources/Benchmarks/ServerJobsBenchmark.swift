import CairnCore
import CairnLocalServer
import CairnTasks
import Foundation

/// A thousand jobs side by side, each on a tool of one Local Server that another process runs: how often they ask, once all are a minute old, and
/// what memory each takes.
enum ServerJobsBenchmark {
    private static let jobCount = 1000
    private static let age = Duration.seconds(62)
    private static let window = Duration.seconds(15)

    static func run() async throws -> [Measurement] {
        let server = try ChildProcess(["--serve-tools"])
        defer { server.end() }
        guard let address = URL(string: try server.line()) else { return [] }
        let tool = address.appending(path: "arcgis/rest/services/Demo/GPServer/Countdown")
        let counter = CountingTransport(.standard)
        // What the first takes is everybody's.
        var jobs = [try await job(tool, counter)]
        let before = Memory.resident
        for _ in 1..<jobCount { jobs.append(try await job(tool, counter)) }
        try await Task.sleep(for: age)
        let memory = Memory.growth(from: before, to: Memory.resident).map { $0 / 1024 / Double(jobCount - 1) }
        let (start, clock) = (counter.count, ContinuousClock.now)
        try await Task.sleep(for: window)
        let rate = Double(counter.count - start) / clock.duration(to: .now).inSeconds
        let isUnderWay = jobs.allSatisfy { $0.status == .started }
        for job in jobs { job.cancel() }
        return [
            Measurement(
                "a thousand jobs on a server, a minute old", rate, unit: "requests/s", peer: "<= 170 requests/s", atMost: 170,
                where: isUnderWay && rate > 0),
            Measurement("memory of each", memory, unit: "KB", peer: "<= 64 KB", atMost: 64),
        ]
    }

    /// A job that the server has taken.
    private static func job(_ tool: URL, _ transport: CountingTransport) async throws -> Job<GeoprocessingWork> {
        let parameters = GeoprocessingParameters(
            executionType: .asynchronousSubmit, inputs: ["Steps": .long(10_000), "Seconds": .double(3600)])
        let work = GeoprocessingWork(task: try ServiceURL(tool), parameters: parameters)
        let job = try Job(work, services: ServiceAccess(credentials: CredentialStore(), transport: transport))
        try job.start()
        for await status in job.statuses where status == .started { break }
        return job
    }

    /// What a child process does; false if this is none.
    static func runAsChild() async throws -> Bool {
        guard CommandLine.arguments.dropFirst() == ["--serve-tools"] else { return false }
        let server = LocalServer(tools: ["Demo": PublishedTools([CountdownTool()])])
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
