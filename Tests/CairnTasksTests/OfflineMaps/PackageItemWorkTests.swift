import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

struct PackageItemWorkTests {
    @Test func `a fetch that is cancelled leaves the file that was there`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID()).mmpk")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("old".utf8).write(to: file)
        let portal = try ServiceURL(#require(URL(string: "http://local/arcgis")))
        let services = ServiceAccess(credentials: CredentialStore(), transport: StubTransport { _ in .json("{}") })
        let job = try Job(PackageItemWork(portal: portal, itemID: "a", output: file), services: services)
        job.cancel()
        try await job.settle()
        #expect(try Data(contentsOf: file) == Data("old".utf8))
    }

    @Test func `what another object of the job is still fetching is asked for again a moment later`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID()).mmpk")
        defer { try? FileManager.default.removeItem(at: file) }
        let (portal, clock) = (try #require(URL(string: "http://local/arcgis")), ManualClock())
        let transport = StubTransport { request in
            request.url.path.hasSuffix("data") ? HTTPResponse(status: 200, body: Data("new".utf8)) : .json("{}")
        }
        let services = ServiceAccess(credentials: CredentialStore(), transport: transport)
        let work = PackageItemWork(portal: try ServiceURL(portal), itemID: "a", output: file)
        var held: DownloadFile? = try await DownloadFile(for: file, from: portal)
        let job = try Job(work, services: services, configuration: JobConfiguration(clock: clock))
        try job.start()
        await clock.sleepers(atLeast: 1)
        #expect(held != nil && job.status == .started)
        held = nil
        clock.advance(by: .milliseconds(100))
        #expect(try await Data(contentsOf: job.output) == Data("new".utf8))
    }
}
