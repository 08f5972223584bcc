@testable import AGSCompat
import CairnGeo
import Testing

struct FeatureSnapshotTests {
    private static let definition = FeatureTableDefinition("Things", fields: [Field("GLOBALID")], globalIDField: "GLOBALID")
    private static let feature = Feature(attributes: ["OBJECTID": 8, "GLOBALID": "{X}"])

    private func snapshot(isOfTable: Bool, _ identity: FeatureIdentity = FeatureIdentity()) -> FeatureSnapshot {
        FeatureSnapshot(
            feature: Self.feature, change: Feature(), hasLostGeometry: false,
            known: isOfTable ? ["OBJECTID": 3, "GLOBALID": "{A}"] : nil, identity: identity)
    }

    @Test func `what was in the table is known by what that calls it, and what was made by nothing`() throws {
        let (known, made) = (snapshot(isOfTable: true), snapshot(isOfTable: false))
        #expect(try known.objectID(Self.definition) == 3 && known.globalID(Self.definition) == "{A}")
        #expect(made.globalID(Self.definition) == nil)
        #expect { try made.objectID(Self.definition) } throws: { "\($0)".contains("Add it to the table first") }
    }

    @Test(arguments: [false, true])
    func `what was added since is known by the ids that it got, though nobody was told yet`(isOfTable: Bool) throws {
        let identity = FeatureIdentity()
        identity.take(FeatureEditResult(objectID: 9, globalID: "{B}"))
        let added = snapshot(isOfTable: isOfTable, identity)
        #expect(try added.objectID(Self.definition) == 9 && added.globalID(Self.definition) == "{B}")
        let change = try added.changed(in: Self.definition).attributes
        #expect(change["OBJECTID"] == 9 && change["GLOBALID"] == "{B}")
    }
}
