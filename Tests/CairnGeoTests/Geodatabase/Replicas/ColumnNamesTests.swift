import Testing

@testable import CairnGeo

@Suite("Names of columns") struct ColumnNamesTests {
    private let names = ColumnNames(
        FeatureTableDefinition("places", fields: [Field("Name"), Field("KIND")], geometryType: .point))

    @Test func `Features by the names of the columns stay as they are`() {
        let feature = Feature(attributes: ["OBJECTID": 1, "Name": "Vaduz", "KIND": .null])
        #expect(names.named(feature) == feature)
    }

    @Test func `Other spellings become the columns', and what has no column is left out`() {
        let feature = Feature(attributes: ["objectid": 1, "NAME": "Vaduz", "EXTRA": 5, "kind": "town"])
        #expect(names.named(feature) == Feature(attributes: ["OBJECTID": 1, "Name": "Vaduz", "KIND": "town"]))
    }

    @Test func `Of two spellings of one column the last counts`() {
        let feature = Feature(attributes: ["name": "Schaan", "KIND": "town", "NAME": "Vaduz"])
        #expect(names.named(feature) == Feature(attributes: ["Name": "Vaduz", "KIND": "town"]))
    }

    @Test func `Features with other names between do not mix them up`() {
        let (one, other): (Feature, Feature) = (Feature(attributes: ["NAME": "Vaduz"]), Feature(attributes: ["kind": "town"]))
        for _ in 0..<2 {
            #expect(names.named(one) == Feature(attributes: ["Name": "Vaduz"]))
            #expect(names.named(other) == Feature(attributes: ["KIND": "town"]))
        }
    }

    @Test func `Features that share their names share those of the columns`() {
        let shared = FieldNames(["NAME", "kind"])
        let renamed = ["Vaduz", "Schaan"].map { names.named(Feature(attributes: Attributes(shared, [.string($0), "town"]))) }
        #expect(renamed.map { $0.attributes["Name"] } == ["Vaduz", "Schaan"])
        #expect(renamed[0].attributes.fieldNames === renamed[1].attributes.fieldNames)
    }
}
