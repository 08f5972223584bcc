import AGSCompat
import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Of which service a job is, and who is asking it.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct JobCredentialTests {
    private static let service = URL(string: "https://tiles.example/arcgis/rest/services/G/MapServer")!
    /// Takes a job only of who is known, and lets it fail.
    private let stub = StubTransport { request in
        request.form["token"] == "abc"
            ? .json(#"{"error":{"code":400,"message":"Known, and refused"}}"#)
            : .json(#"{"error":{"code":499,"message":"Token Required"}}"#)
    }

    private func job() -> AGSEstimateTileCacheSizeJob {
        let task = AGSExportTileCacheTask(
            ExportTileCacheTask(url: Self.service, transport: stub, credential: CredentialStore()))
        let parameters = AGSExportTileCacheParameters()
        (parameters.areaOfInterest, parameters.levelIDs) = (MapTown.area, [1])
        return task.estimateTileCacheSizeJob(with: parameters)
    }

    private func error(of job: AGSJob) async -> NSError? {
        await withCheckedContinuation { continuation in
            job.start(statusHandler: nil) { (_: Any?, error) in continuation.resume(returning: error as NSError?) }
        }
    }

    @Test func `a job knows its service, and asks it with the credential that it was given`() async throws {
        let job: AGSJob = job()
        #expect(job.url == Self.service && job.credential == nil)
        let credential = AGSCredential(token: "abc", referer: nil)
        job.credential = credential
        #expect(job.credential === credential)
        let error = await error(of: job)
        #expect(error?.code == 400, "\(String(describing: error))")
        #expect(!"\(try job.toJSON())".contains("abc"))
    }

    @Test func `without one, or with one that was taken back, the service says so`() async throws {
        let job: AGSJob = job()
        job.credential = AGSCredential(token: "abc", referer: nil)
        job.credential = nil
        #expect(job.credential == nil)
        #expect(await error(of: job)?.code == 499)
    }

    @Test func `a job of no service has no address, and takes no credential`() throws {
        let job = AGSJob(try Job(CountingCrows(), services: Gate()))
        job.credential = AGSCredential(token: "abc", referer: nil)
        #expect(job.url == nil && job.credential == nil)
    }

    @Test func `a restored job that had ended shows that it is paused, also to who pauses it`() async throws {
        let gate = Gate()
        gate.open()
        AGSJob.kinds.register(CountingCrows.self) { gate }
        let first = AGSJob(try Job(CountingCrows(), services: gate))
        let _: Int = try await answer { done in first.start(statusHandler: nil) { done($0 as? Int, $1) } }
        let job = try #require(try AGSJob.fromJSON(first.toJSON()) as? AGSJob)
        #expect(job.status == .paused && oldWay(job).pause())
        let error: NSError? = await withCheckedContinuation { continuation in
            job.cancel { continuation.resume(returning: $0 as NSError?) }
        }
        #expect(error?.code == AGSErrorCode.commonIllegalState.rawValue && job.status == .paused)
        let count: Int = try await answer { done in job.start(statusHandler: nil) { done($0 as? Int, $1) } }
        #expect(count == 3 && job.status == .succeeded)
    }
}
