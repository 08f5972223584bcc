import CairnCore
import Foundation

/// Reads the rows of a statement as features: the columns are the object id, the geometry if there is one, and the fields.
struct FeatureRows {
    private let statement: Statement
    private let fields: [Field]
    private let names: FieldNames
    private let hasGeometry: Bool
    private let spatialReference: SpatialReference?

    /// The columns that a statement must select.
    static func columns(_ definition: FeatureTableDefinition, _ fields: [Field], withGeometry: Bool) -> String {
        let geometry = withGeometry && definition.geometryType != nil ? [definition.geometryColumn] : []
        return ([definition.objectIDField] + geometry + fields.map(\.name)).map { SQLName($0).description }.joined(
            separator: ", ")
    }

    init(_ statement: Statement, _ definition: FeatureTableDefinition, _ fields: [Field], withGeometry: Bool) {
        (self.statement, self.fields) = (statement, fields)
        names = FieldNames([definition.objectIDField] + fields.map(\.name))
        hasGeometry = withGeometry && definition.geometryType != nil
        spatialReference = definition.spatialReference
    }

    /// The next feature; nil after the last.
    ///
    /// - Throws: `DatabaseError`; `GeometryError` for a geometry that cannot be read.
    func next() throws -> Feature? {
        guard try statement.step() else { return nil }
        var values: [AttributeValue] = [.integer(statement.int(0))]
        values.reserveCapacity(fields.count + 1)
        let first: Int32 = hasGeometry ? 2 : 1
        for (index, field) in fields.enumerated() { values.append(value(first + Int32(index), field)) }
        return Feature(attributes: Attributes(names, values), geometry: hasGeometry ? try geometry() : nil)
    }

    private func geometry() throws -> Geometry? {
        let read = statement.withBlob(1) { blob in
            Result { try GeoPackageGeometry(blob).geometry(spatialReference: spatialReference) }
        }
        return try read?.get()
    }

    private func value(_ column: Int32, _ field: Field) -> AttributeValue {
        switch statement.kind(column) {
        case .null, .blob: .null
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
