import AGSCompat
import CairnGeo
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct AGSPopupManagerTests {
    /// As apps make them: there is one, which has no popup.
    private final class PopupHub: AGSPopupManager {
        static let shared = PopupHub()

        private override init() { super.init() }
    }

    private final class TreePopup: AGSPopup {
        let isOld: Bool

        override init(geoElement: any AGSGeoElement) {
            isOld = geoElement.attributes["age"] as? Int == 300
            super.init(geoElement: geoElement)
        }
    }

    @Test func `a manager without a popup shows nothing, and takes nothing`() async {
        let (hub, field) = (PopupHub.shared, AGSPopupField())
        field.fieldName = "name"
        #expect(hub.title?.isEmpty == true && hub.displayFields.isEmpty && hub.editableDisplayFields.isEmpty)
        #expect(hub.value(for: field) == nil && hub.formattedValue(for: field).isEmpty && hub.field(forName: "name") == nil)
        #expect(!hub.shouldAllowEdit && !hub.shouldAllowDelete && !hub.shouldAllowEditGeometry && !hub.startEditing())
        #expect(!hub.shouldShowAttachments && !hub.shouldAllowEditAttachments && !hub.isEditing)
        #expect(throws: (any Error).self) { try hub.updateValue("a", field: field) }
        await #expect(throws: (any Error).self) { try await done { hub.finishEditing(completion: $0) } }
        #expect(hub.popup.geoElement.attributes.count == 0)
    }

    @Test func `a subclass of a popup is made of what it shows alone`() {
        let popup = TreePopup(geoElement: AGSGraphic(geometry: nil, symbol: nil, attributes: ["age": 300]))
        #expect(popup.isOld && popup.popupDefinition.fields.map(\.fieldName) == ["age"])
    }

    @Test func `all attributes of something are shown, with a title of them`() {
        let graphic = AGSGraphic(geometry: nil, symbol: nil, attributes: ["name": "Town Hall", "rank": 7, "none": NSNull()])
        let popup = AGSPopup(geoElement: graphic)
        let manager = AGSPopupManager(popup: popup)
        #expect(manager.displayFields.map(\.fieldName) == ["name", "none", "rank"])
        #expect(manager.displayFields.map { manager.formattedValue(for: $0) } == ["Town Hall", "", "7"])
        #expect(manager.value(for: manager.displayFields[1]) == nil && manager.title?.isEmpty == true)
        popup.popupDefinition.title = "{name}, no. {rank} {missing}{"
        #expect(manager.title == "Town Hall, no. 7 {" && popup.title == manager.title)
    }

    @Test func `what is changed is kept by the feature's table, or taken back`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        try await done { table.load(completion: $0) }
        let feature = try #require(try await query(table).first)
        let manager = AGSPopupManager(popup: AGSPopup(geoElement: feature))
        let field = try #require(manager.editableDisplayFields.first { $0.fieldName == "primcause" })
        #expect(!manager.editableDisplayFields.contains { $0.fieldName == "OBJECTID" || $0.fieldName == "fid" })
        #expect(throws: (any Error).self) { try manager.updateValue("early", field: field) }
        #expect(manager.startEditing() && manager.isEditing && !manager.startEditing())
        try manager.updateValue("wind", field: field)
        #expect(manager.formattedValue(for: field) == "wind")
        manager.cancelEditing()
        #expect(manager.formattedValue(for: field) == "cause 0" && !manager.isEditing)
        await #expect(throws: (any Error).self) { try await done { manager.finishEditing(completion: $0) } }
        #expect(manager.startEditing())
        try manager.updateValue("fire", field: field)
        try await done { manager.finishEditing(completion: $0) }
        #expect(!manager.isEditing && table.hasLocalEdits())
        #expect(try await query(table, "primcause = 'fire'").count == 1)
        withExtendedLifetime(service) {}
    }

    @Test func `what is not editable stays as it is`() throws {
        let field = AGSPopupField()
        field.fieldName = "name"
        let graphic = AGSGraphic(geometry: nil, symbol: nil, attributes: ["name": "a"])
        let definition = AGSPopupDefinition()
        definition.fields = [field]
        let manager = AGSPopupManager(popup: AGSPopup(geoElement: graphic, popupDefinition: definition))
        #expect(manager.startEditing() && manager.editableDisplayFields.isEmpty && manager.label(for: field) == "name")
        #expect(throws: (any Error).self) { try manager.updateValue("b", field: field) }
        #expect(graphic.attributes["name"] as? String == "a")
    }

    @Test func `a feature is shown as its table says, unless something else is said`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        try await done { table.load(completion: $0) }
        let feature = try #require(try await query(table).first)
        #expect(AGSPopup(geoElement: feature).popupDefinition.fields.count == table.fields.count)
        let (said, other) = (AGSPopupDefinition(), AGSPopupDefinition())
        table.popupDefinition = said
        #expect(AGSPopup(geoElement: feature).popupDefinition === said)
        #expect(AGSPopup(geoElement: feature, popupDefinition: nil).popupDefinition === said)
        #expect(AGSPopup(geoElement: feature, popupDefinition: other).popupDefinition === other)
        withExtendedLifetime(service) {}
    }

    @Test func `a definition has all fields of a layer or a table that is loaded`() async throws {
        let service = try await SampleService(count: 1)
        let layer = AGSFeatureLayer(featureTable: service.table())
        #expect(AGSPopupDefinition(popupSource: layer).fields.isEmpty)
        try await layer.load()
        let definition = AGSPopupDefinition(popupSource: layer)
        let table = try #require(layer.featureTable)
        #expect(definition.fields.map(\.fieldName) == table.fields.map(\.name) && definition.title == table.tableName)
        #expect(AGSPopupDefinition(popupSource: table).fields.count == definition.fields.count)
        layer.popupDefinition = definition
        #expect(table.popupDefinition === definition && (table as any AGSPopupSource).popupDefinition === definition)
        withExtendedLifetime(service) {}
    }

    @Test func `a field that the table does not have, and a date that no file holds, are no values`() async throws {
        let fields = [
            AGSField(fieldType: .date, name: "seen", alias: "", length: 0, domain: nil, editable: true, allowNull: true)
        ]
        let table = AGSFeatureCollectionTable(fields: fields, geometryType: .unknown, spatialReference: nil)
        let feature = table.createFeature()
        let strange = AGSPopupField()
        (strange.fieldName, strange.isEditable) = ("colour", true)
        let popup = AGSPopup(geoElement: feature)
        popup.popupDefinition.fields.append(strange)
        let manager = AGSPopupManager(popup: popup)
        let seen = try #require(manager.field(forName: "seen"))
        #expect(manager.startEditing() && manager.validationError(for: seen) == nil)
        #expect(manager.validationError(for: strange)?.localizedDescription == "colour is no field of the table.")
        #expect(!manager.isGeoElementValid)
        #expect(throws: (any Error).self) { try manager.updateValue("red", field: strange) }
        #expect(throws: (any Error).self) { try manager.updateValue(Date(timeIntervalSince1970: 1e300), field: seen) }
        try manager.updateValue(Date(timeIntervalSince1970: 0), field: seen)
        #expect(feature.attributes["colour"] == nil && manager.validationError(for: seen) == nil)
    }
}
