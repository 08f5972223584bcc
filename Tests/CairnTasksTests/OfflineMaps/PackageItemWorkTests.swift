import CairnCore
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

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
}
