import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Services that say of styles what is not so.
@Suite(.timeLimit(.minutes(5)))
struct LyingStyleTests {
    /// What comes of an export, the paths in its folder, and the style there.
    private func exported(
        _ list: String, style: String = #"{"version":8}"#
    ) async throws -> (error: (any Error)?, names: [String], style: String) {
        let site = try TileExportSite()
        defer { site.discard() }
        let inner = site.server
        let lying = StubTransport { request in
            let path = request.url.path(percentEncoded: false)
            if path.hasSuffix("/resources/info") { return .json(#"{"resourceInfo":\#(list)}"#) }
            if path.hasSuffix("/styles/root.json") { return .json(style) }
            guard path.contains("/resources/") else { return try await inner.send(request) }
            return HTTPResponse(headers: ["content-type": "application/octet-stream"], body: Data("x".utf8))
        }
        let work = ExportStyleResourceCacheWork(service: try ServiceURL(site.vectorService), output: site.styles)
        let job = try Job(work, services: site.access(lying), configuration: TileExportSite.configuration())
        var failure: (any Error)?
        do { _ = try await job.run() } catch { failure = error }
        let names = FileManager.default.enumerator(atPath: site.styles.path)?.compactMap { $0 as? String } ?? []
        let root = try? String(contentsOf: site.styles.appending(path: "styles/root.json"), encoding: .utf8)
        return (failure, names, root ?? "")
    }

    @Test(arguments: ["null", "7", "[]", #""text""#]) func `a style that is none is refused`(style: String) async throws {
        let exported = try await exported("[]", style: style)
        #expect(exported.error != nil && exported.names.isEmpty, "\(exported)")
    }

    @Test func `a style leads to its own folder, and has nothing secret`() async throws {
        let exported = try await exported(
            #"["../sprites/sprite.json"]"#,
            style: """
                {"glyphs":"https://elsewhere.example.com/{fontstack}/{range}.pbf?token=SECRET","sprite":"../../../etc/passwd","version":8,
                "sources":{"esri":{"url":"https://host/x/VectorTileServer?token=SECRET"}}}
                """)
        let style = try JSONValue(parsing: exported.style)
        #expect(style["sprite"] == "../sprites/sprite" && style["glyphs"] == "../fonts/{fontstack}/{range}.pbf")
        #expect(style["sources"]?["esri"]?["url"] == "https://host/x/VectorTileServer" && exported.error == nil)
    }

    @Test func `names that cannot be files together are passed over`() async throws {
        let long = String(repeating: "é", count: 300)
        let exported = try await exported(
            #"["sprites/a","sprites/a/b","styles/root.json/x","fonts/\#(long)/0-255.pbf","sprites/c"]"#)
        #expect(exported.error == nil, "\(String(describing: exported.error))")
        #expect(Set(exported.names).isSuperset(of: ["sprites/a/b", "sprites/c"]) && exported.style == #"{"version":8}"#)
    }
}
