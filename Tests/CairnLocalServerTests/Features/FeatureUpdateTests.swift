import CairnCore
import CairnGeo
import Testing

/// Updates of which some are refused.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct FeatureUpdateTests {
    @Test func `updates that are refused name their features, and the largest numbers and places are taken`() async throws {
        var definition = SampleFeatures.definition("Things", .point)
        definition.fields.append(Field("SMALL", type: FieldType(rawValue: "esriFieldTypeSmallInteger")))
        let served = try await ServedFeatures([(definition, SampleFeatures.features(5, .point))], isEditable: true)
        let rows = """
            [{"attributes":{"objectid":1,"RANK":true}},{"attributes":{"OBJECTID":2,"RANK":2147483647,"SMALL":-32768},"geometry":{"x":180,"y":-90}},
            {"attributes":{"OBJECTID":3,"SMALL":-32769}},{"attributes":{"OBJECTID":4},"geometry":{"x":"NaN"}}]
            """
        let results = try await served.post("/0/updateFeatures", ["features": rows, "rollbackOnFailure": "false"])[
            "updateResults"]
        #expect(results?.array?.map { $0["success"]?.bool } == [false, true, false, true], "\(results?.text() ?? "")")
        #expect(results?.array?.map { $0["objectId"]?.int } == [1, 2, 3, 4])
    }
}
