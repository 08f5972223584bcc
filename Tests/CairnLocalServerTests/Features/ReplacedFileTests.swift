import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import Foundation
import Testing

/// The file of a service is removed, or replaced, while it is served.
struct ReplacedFileTests {
    private static let definition = SampleFeatures.definition("Rows", nil)

    private func makeFile(_ url: URL, rows: Int) async throws {
        let geodatabase = try await Geodatabase.create(at: url)
        try await geodatabase.transaction { editor in
            try editor.createTable(Self.definition)
            try editor.add(SampleFeatures.features(rows, nil), to: "Rows")
        }
        try await geodatabase.close()
    }

    private func count(_ server: LocalServer) async throws -> JSONValue {
        try await json(server, "query?f=json&returnCountOnly=true", .get)
    }

    private func json(_ server: LocalServer, _ path: String, _ method: HTTPRequest.Method) async throws -> JSONValue {
        let url = try #require(URL(string: "http://local/arcgis/rest/services/Town/FeatureServer/0/\(path)"))
        let body = HTTPRequestBody.data(Data("f=json&features=[{\"attributes\":{\"NAME\":\"n\"}}]".utf8))
        let request =
            method == .get
            ? HTTPRequest(.get, url, timeout: nil)
            : HTTPRequest(.post, url, headers: ["content-type": "application/x-www-form-urlencoded"], body: body, timeout: nil)
        return try JSONValue(parsing: try await server.send(request).body)
    }

    @Test(arguments: [true, false])
    func `what takes the place of a file is served, and while there is none that is said`(_ isEditable: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, other) = (folder.appending(path: "town.gpkg"), folder.appending(path: "other.gpkg"))
        try await makeFile(file, rows: 5)
        let geodatabase = Geodatabase(fileURL: file, isReadOnly: !isEditable)
        let source = PublishedFeatures(geodatabase, isEditable: isEditable)
        let server = LocalServer(features: ["Town": source])
        func expectEdit(after count: Int) async throws -> Int {
            let results = try await json(server, "addFeatures", .post)
            if !isEditable {
                #expect(results["error"] != nil)
                return count
            }
            #expect(results["addResults"]?.array?.first?["success"]?.bool == true)
            #expect(try await self.count(server)["count"]?.int == count + 1)
            return count + 1
        }
        #expect(try await count(server)["count"]?.int == 5)
        _ = try await expectEdit(after: 5)
        for rows in [7, 9] {
            try await makeFile(other, rows: rows)
            try DurableFile.rename(other.path, to: file)
            #expect(try await expectEdit(after: rows) == (isEditable ? rows + 1 : rows))
        }
        try FileManager.default.removeItem(at: file)
        for _ in 0..<2 {
            for answer in [try await count(server), try await json(server, "addFeatures", .post)] {
                #expect(answer["error"]?["details"]?[0]?.string == "There is no file \(file.path).")
            }
        }
        try await makeFile(file, rows: 3)
        let last = try await expectEdit(after: 3)
        #expect(try await count(server)["count"]?.int == last)
        await source.discard()
        try await geodatabase.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["town.gpkg"])
        let kept = Geodatabase(fileURL: file, isReadOnly: true)
        try await kept.load()
        #expect(try await kept.tables[0].queryFeatureCount(using: QueryParameters()) == last)
    }
}
