import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Styles for which there is no room at first.
@Suite(.timeLimit(.minutes(5)))
struct FullDiskStyleTests {
    @Test(arguments: ["/fonts/Arial Regular", "/styles", "/styles/root.json"])
    func `what a full disk has no room for comes when there is some, and nothing is asked for again`(place: String) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let (server, asked, refused) = (site.server, Log<String>(), Log<String>())
        let transport = StubTransport { request in
            asked.append(request.url.path())
            return try await server.send(request)
        }
        let work = ExportStyleResourceCacheWork(service: try ServiceURL(site.vectorService), output: site.styles)
        let job = try Job(work, services: site.access(transport), configuration: TileExportSite.configuration())
        try DiskTrouble.withReason({ path in
            guard path.hasSuffix(".partial" + place), refused.elements.count < 2 else { return nil }
            refused.append(path)
            return ENOSPC
        }) { try job.start() }
        _ = try await job.output
        #expect(refused.elements.count == 2 && asked.elements.count { $0.hasSuffix("/root.json") } == 1, "\(asked.elements)")
        #expect(FileManager.default.fileExists(atPath: site.styles.path + place))
    }
}
