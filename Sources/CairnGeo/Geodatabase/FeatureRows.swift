import CairnCore
import Foundation

/// Reads the rows of a statement as features: its columns are the fields, then the geometry, if there is one.
struct FeatureRows {
    private let statement: Statement
    private let fields: [Field]
    private let names: FieldNames
    private let hasGeometry: Bool
    private let spatialReference: SpatialReference?
    private let table: String

    /// - Parameter hasGeometry: Whether there is one; the first field is the object id then.
    init(
        _ statement: Statement, _ fields: [Field], of table: String, hasGeometry: Bool, _ spatialReference: SpatialReference?
    ) {
        (self.statement, self.fields, self.table) = (statement, fields, table)
        names = FieldNames(fields.map(\.name))
        self.hasGeometry = hasGeometry
        self.spatialReference = spatialReference
    }

    /// The next feature; nil after the last.
    ///
    /// - Throws: `DatabaseError`; ``GeodatabaseError/damagedGeometry(table:objectID:reason:)``.
    func next() throws -> Feature? {
        guard try statement.step() else { return nil }
        var values: [AttributeValue] = []
        values.reserveCapacity(fields.count)
        for (index, field) in fields.enumerated() { values.append(value(Int32(index), field)) }
        return Feature(attributes: Attributes(names, values), geometry: hasGeometry ? try geometry() : nil)
    }

    private func geometry() throws -> Geometry? {
        let read = statement.withBlob(Int32(fields.count)) { blob in
            Result { try GeoPackageGeometry(blob).geometry(spatialReference: spatialReference) }
        }
        do { return try read?.get() } catch let error as GeometryError {
            throw error.blaming(feature: statement.int(0), of: table)
        }
    }

    private func value(_ column: Int32, _ field: Field) -> AttributeValue {
        switch statement.kind(column) {
        case .null: .null
        case .blob: .string(Data(statement.blob(column)).base64EncodedString())
        case .integer: .integer(statement.int(column))
        case .double: .double(statement.double(column))
        case .text: text(statement.string(column), field)
        }
    }

    /// A date that is written otherwise than it should be is the text that it is.
    private func text(_ text: String, _ field: Field) -> AttributeValue {
        guard field.type == .date, let written = SQLMomentText(text), written.hasDay else { return .string(text) }
        return .date(Date(wholeMilliseconds: written.moment.milliseconds))
    }
}

extension GeometryError {
    /// The same of a feature that is kept.
    func blaming(feature objectID: Int, of table: String) -> any Error {
        if case .cancelled = self { return self }
        return GeodatabaseError.damagedGeometry(table: table, objectID: objectID, reason: "\(self)")
    }
}
