import CairnCore
import CairnGeo
import CairnLocalServer
import Foundation
import Testing

/// Tables that another program changes while they are served.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct ChangedTableTests {
    private func served() async throws -> ServedFeatures {
        let features = (1...10).map { Feature(attributes: ["NAME": .string("n\($0)"), "K": .integer($0)]) }
        let definition = FeatureTableDefinition("Things", fields: [Field("NAME"), Field("K", type: .integer)])
        return try await ServedFeatures([(definition, features)], isEditable: true)
    }

    private func execute(_ sql: String, _ served: ServedFeatures) throws {
        try Database(served.geodatabase.url, .readWrite).execute(sql)
    }

    private func names(_ served: ServedFeatures, _ field: String) async throws -> [String?] {
        try await served.features("/0/query", ["where": "1=1", "outFields": field]).features.map { $0.attributes[field]?.string }
    }

    @Test func `a column that another program renames is asked for and edited by its new name from then on`() async throws {
        let served = try await served()
        let all = (1...10).map { "n\($0)" }
        #expect(try await names(served, "NAME") == all)
        try execute("ALTER TABLE Things RENAME COLUMN NAME TO TITLE", served)
        for fields in [["where": "NAME = 'NAME'"], ["where": "1=1", "outFields": "NAME"]] {
            let error = try await served.json("/0/query", fields)["error"]
            #expect(error?["code"]?.int == 400 && error?.text().contains("here is no field NAME") == true)
        }
        #expect(try await served.post("/0/deleteFeatures", ["where": "NAME <> 'n3'"])["error"]?["code"]?.int == 400)
        #expect(try await names(served, "TITLE") == all)
        let edits = ["adds": #"[{"attributes":{"TITLE":"new"}}]"#, "updates": #"[{"attributes":{"OBJECTID":1,"TITLE":"old"}}]"#]
        let results = try await served.post("/0/applyEdits", edits)
        #expect(results["addResults"]?[0]?["success"] == true && results["updateResults"]?[0]?["success"] == true)
        #expect(try await names(served, "TITLE") == ["old"] + all.dropFirst() + ["new"])
        #expect(try await served.json("/0")["fields"]?.array?.map { $0["name"]?.string } == ["OBJECTID", "TITLE", "K"])
    }

    @Test func `a column that another program renames is edited by its new name in the next request`() async throws {
        let served = try await served()
        try execute("ALTER TABLE Things RENAME COLUMN K TO KEY; ALTER TABLE Things ADD COLUMN MORE TEXT", served)
        let edits = ["adds": #"[{"attributes":{"KEY":11,"MORE":"more"}}]"#]
        #expect(try await served.post("/0/applyEdits", edits)["addResults"]?[0]?["success"] == true)
        #expect(try await served.post("/0/deleteFeatures", ["where": "K > 1000"])["error"]?["code"]?.int == 400)
        #expect(try await served.json("/0/query", ["where": "KEY > 0", "returnCountOnly": "true"])["count"] == 11)
        try execute("ALTER TABLE Things DROP COLUMN NAME", served)
        #expect(try await served.json("/0/11")["feature"]?["attributes"] == ["OBJECTID": 11, "KEY": 11, "MORE": "more"])
    }
}
