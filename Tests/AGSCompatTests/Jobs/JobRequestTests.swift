import CairnCallbacks
import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import AGSCompat

/// How the requests of jobs are sent, and jobs as the other things that they are.
@Suite(.timeLimit(.minutes(10)))
struct JobRequestTests {
    private static let tool = URL(string: "https://tools.example/arcgis/rest/services/G/GPServer/T")!
    /// Lets every job fail.
    private let stub = StubTransport { _ in .json(#"{"error":{"code":400,"message":"Refused"}}"#) }

    /// A task as `AGSGeoprocessingTask(url:)` is, whose requests go nowhere.
    private func task() -> AGSGeoprocessingTask {
        AGSGeoprocessingTask(
            GeoprocessingTask(url: Self.tool, transport: ConfiguredTransport(stub), credential: CredentialStore()))
    }

    private func job(_ task: AGSGeoprocessingTask) -> AGSGeoprocessingJob {
        task.geoprocessingJob(with: AGSGeoprocessingParameters(executionType: .asynchronousSubmit))
    }

    private func configuration(_ town: String, timeout: TimeInterval = 60) -> AGSRequestConfiguration {
        let configuration = AGSRequestConfiguration()
        (configuration.userHeaders, configuration.timeoutInterval) = (["X-Town": town], timeout)
        return configuration
    }

    private func end(_ job: AGSJob) async {
        await withCheckedContinuation { continuation in
            job.start(statusHandler: nil) { (_: Any?, _) in continuation.resume() }
        }
    }

    @Test func `a job's requests are sent as its configuration says`() async throws {
        let job = job(task())
        #expect(job.requestConfiguration == nil)
        let configuration = configuration("small", timeout: 7)
        job.requestConfiguration = configuration
        #expect(job.requestConfiguration == configuration)
        await end(job)
        #expect(!stub.requests.isEmpty)
        #expect(stub.requests.allSatisfy { $0.headers["X-Town"] == "small" && $0.timeout == .seconds(7) })
    }

    @Test func `jobs share the configuration of the task that made them, also what is said later`() async throws {
        let task = task()
        task.requestConfiguration = configuration("small")
        let (first, second) = (job(task), job(task))
        #expect(first.requestConfiguration == task.requestConfiguration)
        await end(first)
        let count = stub.requests.count
        #expect(count > 0 && stub.requests.allSatisfy { $0.headers["X-Town"] == "small" })
        task.requestConfiguration = configuration("large")
        #expect(second.requestConfiguration == task.requestConfiguration)
        await end(second)
        #expect(stub.requests.count > count)
        #expect(stub.requests.dropFirst(count).allSatisfy { $0.headers["X-Town"] == "large" })
    }

    @Test func `what is said of one job holds for all of its task, until it is taken back`() async throws {
        let task = task()
        let (first, second, third) = (job(task), job(task), job(task))
        first.requestConfiguration = configuration("small")
        await end(second)
        let count = stub.requests.count
        #expect(count > 0 && stub.requests.allSatisfy { $0.headers["X-Town"] == "small" })
        first.requestConfiguration = nil
        #expect(first.requestConfiguration == nil)
        await end(third)
        #expect(stub.requests.count > count && stub.requests.dropFirst(count).allSatisfy { $0.headers["X-Town"] == nil })
    }

    @Test func `a job of no service has no configuration, and a job of another transport's is sent as that does`() async throws {
        let crows = AGSJob(try Job(CountingCrows(), services: Gate()))
        crows.requestConfiguration = configuration("small")
        #expect(crows.requestConfiguration == nil)
        let job = job(AGSGeoprocessingTask(GeoprocessingTask(url: Self.tool, transport: stub)))
        job.requestConfiguration = configuration("small")
        await end(job)
        #expect(!stub.requests.isEmpty && stub.requests.allSatisfy { $0.headers["X-Town"] == nil })
    }

    // MARK: - As what else it is

    @Test func `a job reports its progress as anything does that reports`() async throws {
        let (gate, parent) = (Gate(), Progress(totalUnitCount: 1))
        let job = AGSJob(try Job(CountingCrows(), services: gate))
        let reporting: any ProgressReporting = job
        #expect(reporting.progress === job.progress)
        parent.addChild(reporting.progress, withPendingUnitCount: 1)
        gate.open()
        await end(job)
        #expect(reporting.progress.fractionCompleted == 1 && parent.fractionCompleted == 1)
    }

    @Test func `a job is a resource, whose address, configuration and credential others use`() async throws {
        let server = try ScriptedServer { _ in [.answer(200, body: Data("{}".utf8))] }
        defer { server.stop() }
        let url = server.url.appending(path: "arcgis/rest/services/G/GPServer/T")
        let task = AGSGeoprocessingTask(url: url)
        let job = job(task)
        let resource: any AGSRemoteResource = job
        #expect(resource.url == url && resource.requestConfiguration == nil && resource.credential == nil)
        resource.requestConfiguration = configuration("small")
        resource.credential = AGSCredential(token: "abc", referer: nil)
        defer { resource.credential = nil }
        #expect(job.requestConfiguration == resource.requestConfiguration && job.credential === resource.credential)
        let operation = AGSRequestOperation(
            remoteResource: resource, url: server.url.appending(path: "info"), queryParameters: nil)
        #expect(operation.remoteResource === job)
        let isGood: Bool = await withCheckedContinuation { continuation in
            operation.registerListener(operation) { _, error in continuation.resume(returning: error == nil) }
            AGSOperationQueue().addOperation(operation)
        }
        let request = try #require(server.requests.first)
        #expect(isGood && server.requests.count == 1 && request.path == "/info" && request.headers["x-town"] == "small")
        #expect("\(request.headers) \(request.target)".contains("abc"))
        withExtendedLifetime(job) {}
    }
}
