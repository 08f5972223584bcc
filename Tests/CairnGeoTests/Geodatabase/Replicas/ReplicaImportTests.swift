import CairnCore
import CairnGeo
import Foundation
import Testing

struct ReplicaImportTests {
    /// Fills a new file with the copy of a layer of three trees, of which two may be one.
    private func fill(_ ids: [String], mostSorted: Int) throws -> GeoPackageFile {
        let file = try GeoPackageFile()
        let features = ids.map { #"{"attributes":{"OBJECTID":\#(Int.random(in: 1...1_000_000)),"GLOBALID":"\#($0)"}}"# }
        let data = file.url.appendingPathExtension("json")
        try Data(#"{"layers":[{"id":0,"features":[\#(features.joined(separator: ","))]}]}"#.utf8).write(to: data)
        var table = FeatureTableDefinition("Trees", fields: [Field("GLOBALID")])
        table.globalIDField = "GLOBALID"
        let filling = ReplicaImport(
            try ReplicaFile(data), into: file.package, tables: [0: table], isSynced: true, mostSorted: mostSorted)
        try filling.run { _ in }
        return file
    }

    private func ids(_ count: Int) -> [String] { (0..<count).map { _ in "{\(UUID().uuidString)}" } }

    @Test(arguments: [2, 3])
    func `the index of global ids is there, whether it is made before or afterwards`(mostSorted: Int) throws {
        let file = try fill(ids(3), mostSorted: mostSorted)
        #expect(try file.features("Trees").count == 3)
        let indexes = try file.select("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'Trees'")
        #expect(indexes == ["cairn_Trees_global_id"])
        #expect(try file.select("PRAGMA temp_store") == ["0"])
        #expect(try file.select("PRAGMA integrity_check") == ["ok"])
    }

    @Test(arguments: [2, 3])
    func `a feature that is there twice is told`(mostSorted: Int) throws {
        let some = ids(2)
        let error = #expect(throws: ReplicaObjection.self) { _ = try fill(some + [some[0]], mostSorted: mostSorted) }
        #expect("\(error as Any)".contains("a feature twice"), "\(error as Any)")
    }
}
