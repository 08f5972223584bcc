import AGSCompat
import CairnGeo
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct AGSPopupManagerTests {
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
}
