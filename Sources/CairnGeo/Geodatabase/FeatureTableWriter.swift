import CairnCore
import Foundation

/// Adds, changes and deletes the features of one table; within a transaction of the caller's.
package final class FeatureTableWriter {
    private let definition: FeatureTableDefinition
    /// What the values of each field are.
    private let kinds: [FieldKind]
    private let srsID: Int32
    /// What adds features, by the fields that it leaves to their columns' defaults: those that a feature does not name.
    private var inserts: [[Int]: Statement] = [:]
    private let withDefaults: [Int]
    private let delete: Statement
    /// What changes some of the fields, by these: features that come together mostly have the same.
    private var updates: [UpdateShape: Statement] = [:]
    private let database: Database
    private var dimensions: DeclaredDimensions
    /// What relates features to others; nil until it is needed.
    private var knownRelations: RowRelations?
    /// Of the last feature.
    private var known: (names: FieldNames, places: [Int?])?
    /// Of the last geometry; kept, so that it need not grow each time.
    private var blob: [UInt8] = []

    init(_ definition: FeatureTableDefinition, srsID: Int, _ database: Database) throws {
        (self.definition, self.srsID, self.database) = (definition, Int32(clamping: srsID), database)
        dimensions = try DeclaredDimensions(of: definition.name, database)
        kinds = definition.fields.map { FieldKind($0.type) }
        let (table, id) = (SQLName(definition.name), SQLName(definition.objectIDField))
        let defaults = try database.columnsWithDefaults(of: definition.name)
        withDefaults = definition.fields.indices.filter { defaults.contains(definition.fields[$0].name) }
        delete = try database.prepare("DELETE FROM \(table) WHERE \(id) = ?")
        // Told at once if the table has not all of the columns any more.
        _ = try insert(leavingOut: [])
    }

    /// Adds a feature, and gives it an object id, unless it has one.
    ///
    /// - Returns: Its object id.
    /// - Throws: ``GeodatabaseError/wrongValue(field:reason:)``, ``GeodatabaseError/wrongGeometry(table:reason:)``, `DatabaseError`.
    @discardableResult
    package func add(_ feature: Feature) throws -> Int {
        let places = places(in: feature.attributes)
        let left = withDefaults.filter { places[$0] == nil }
        let insert = try insert(leavingOut: left)
        if let id = feature.attributes[definition.objectIDField]?.int { insert.bind(1, id) } else { insert.bindNull(1) }
        try bind(feature, places, leavingOut: left, insert)
        try insert.run()
        return database.lastInsertedID
    }

    private func insert(leavingOut left: [Int]) throws(DatabaseError) -> Statement {
        if let statement = inserts[left] { return statement }
        let fields = definition.fields.indices.filter { !left.contains($0) }.map { definition.fields[$0].name }
        let geometry = definition.hasGeometry ? [definition.geometryColumn] : []
        let columns = ([definition.objectIDField] + geometry + fields).map { SQLName($0).description }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let statement = try database.prepare(
            "INSERT INTO \(SQLName(definition.name)) (\(columns.joined(separator: ", "))) VALUES (\(marks))")
        if inserts.count >= Self.mostStatements { inserts.removeAll() }
        inserts[left] = statement
        return statement
    }

    /// Changes the feature that has an object id: the attributes that are given, and the geometry if there is one. False if there is no such
    /// feature.
    package func update(_ feature: Feature, objectID: Int) throws -> Bool {
        let places = definition.fields.indices.filter { feature.attributes[definition.fields[$0].name] != nil }
        let fields = places.map { definition.fields[$0] }
        let hasGeometry = feature.geometry != nil && definition.hasGeometry
        let statement = try update(UpdateShape(fields: fields.map(\.name), hasGeometry: hasGeometry))
        statement.bind(1, objectID)
        if hasGeometry { try bind(feature.geometry, statement) }
        for (index, place) in places.enumerated() {
            let value = feature.attributes[definition.fields[place].name] ?? .null
            try bind(value, place, Int32(index + (hasGeometry ? 3 : 2)), statement)
        }
        return try relations().update(objectID, fields.map(\.name)) {
            try statement.run()
            return database.changeCount > 0
        }
    }

    private struct UpdateShape: Hashable {
        let fields: [String]
        let hasGeometry: Bool
    }

    private func update(_ shape: UpdateShape) throws(DatabaseError) -> Statement {
        if let statement = updates[shape] { return statement }
        let id = SQLName(definition.objectIDField)
        let columns = (shape.hasGeometry ? [definition.geometryColumn] : []) + shape.fields
        // Nothing to change is a change, too: whether the feature is there is told by it.
        let sets = columns.isEmpty ? ["\(id) = \(id)"] : columns.enumerated().map { "\(SQLName($1)) = ?\($0 + 2)" }
        let statement = try database.prepare(
            "UPDATE \(SQLName(definition.name)) SET \(sets.joined(separator: ", ")) WHERE \(id) = ?1")
        if updates.count >= Self.mostStatements { updates.removeAll() }
        updates[shape] = statement
        return statement
    }

    private static let mostStatements = 100

    /// Deletes the feature that has an object id, and what is attached to it; false if there is none.
    package func delete(objectID: Int) throws -> Bool {
        let isThere = try relations().delete(objectID) {
            delete.bind(1, objectID)
            try delete.run()
            return database.changeCount > 0
        }
        if isThere { database.takenBackIDs.delete(objectID, of: definition.name) }
        return isThere
    }

    private func relations() throws(DatabaseError) -> RowRelations {
        if let knownRelations { return knownRelations }
        let relations = try RowRelations(of: definition, database)
        knownRelations = relations
        return relations
    }

    private func bind(_ feature: Feature, _ places: [Int?], leavingOut left: [Int], _ statement: Statement) throws {
        var next: Int32 = 2
        if definition.hasGeometry {
            try bind(feature.geometry, statement)
            next = 3
        }
        for index in kinds.indices where !left.contains(index) {
            let value = places[index].map { feature.attributes.values[$0] } ?? .null
            try bind(value, index, next, statement)
            next += 1
        }
    }

    /// Where each field's value stands: features that come together mostly share their names.
    private func places(in attributes: Attributes) -> [Int?] {
        if let known, known.names === attributes.fieldNames { return known.places }
        let places = definition.fields.map { attributes.fieldNames.place(of: $0.name) }
        known = (attributes.fieldNames, places)
        return places
    }

    private func bind(_ geometry: Geometry?, _ statement: Statement) throws {
        guard let geometry else { return statement.bindNull(2) }
        guard let type = geometry.type, definition.hasMixedGeometries || type == definition.geometryType else {
            throw GeodatabaseError.wrongGeometry(table: definition.name, reason: "it is another kind than the table's")
        }
        if let own = geometry.spatialReference, let reference = definition.spatialReference, own != reference {
            throw GeodatabaseError.wrongGeometry(
                table: definition.name, reason: "its coordinates are of \(own), the table's of \(reference)")
        }
        blob.removeAll(keepingCapacity: true)
        geometry.appendGeoPackage(to: &blob, srsID: srsID, promotingToMulti: true)
        try dimensions.admit(blob)
        statement.bind(2, blob)
    }

    private func bind(_ value: AttributeValue, _ place: Int, _ index: Int32, _ statement: Statement) throws {
        switch (value, kinds[place]) {
        case (.null, _): statement.bindNull(index)
        case (.string(let text), .text): statement.bind(index, text)
        case (.integer(let number), .whole(let range)):
            guard range.contains(number) else { throw beyond(place, value) }
            statement.bind(index, number)
        case (.integer(let number), .number): statement.bind(index, Double(number))
        case (.double(let number), .number): statement.bind(index, number)
        case (.double(let number), .whole(let range)):
            guard let whole = Int(exactly: number) else { throw wrong(place, "\(number) is no whole number") }
            guard range.contains(whole) else { throw beyond(place, value) }
            statement.bind(index, whole)
        case (.date(let date), .date):
            guard let moment = SQLMoment(date) else { throw wrong(place, "only dates of the years 1 to 9999 are kept") }
            statement.bind(index, moment.column)
        case (.string(let text), .bytes):
            guard let bytes = Data(base64Encoded: text) else { throw wrong(place, "bytes are written as base64, and it is not") }
            statement.bind(index, Array(bytes))
        case (.integer, .text), (.double, .text): statement.bind(index, value.text)
        default: throw wrong(place, "\"\(value.text.printable(upTo: 40))\" is of another type")
        }
    }

    private func wrong(_ place: Int, _ reason: String) -> GeodatabaseError {
        .wrongValue(field: definition.fields[place].name, reason: reason)
    }

    private func beyond(_ place: Int, _ value: AttributeValue) -> GeodatabaseError {
        wrong(place, "\(value.text.printable(upTo: 40)) is beyond the numbers that it holds")
    }
}

/// What a field's values are.
private enum FieldKind {
    case text, number, date, bytes
    /// A file keeps others, too, of which GDAL reads the last 32 bits.
    case whole(ClosedRange<Int>)

    init(_ type: FieldType) {
        switch type.rawValue {
        case "esriFieldTypeSmallInteger": self = .whole(Int(Int16.min)...Int(Int16.max))
        case "esriFieldTypeInteger": self = .whole(Int(Int32.min)...Int(Int32.max))
        case "esriFieldTypeBigInteger", "esriFieldTypeOID": self = .whole(Int.min...Int.max)
        case "esriFieldTypeSingle", "esriFieldTypeDouble": self = .number
        case "esriFieldTypeDate": self = .date
        case "esriFieldTypeBlob": self = .bytes
        default: self = .text
        }
    }
}
