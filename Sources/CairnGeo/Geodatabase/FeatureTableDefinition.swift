public import CairnCore
import Foundation

/// What a table of a geodatabase holds: its fields, and the kind of its geometries.
///
/// ```swift
/// let trees = FeatureTableDefinition(
///     "Trees", fields: [Field("SPECIES"), Field("HEIGHT", type: .double)], geometryType: .point, spatialReference: .wgs84)
/// ```
public struct FeatureTableDefinition: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The columns but for the object id and the geometry.
    public var fields: [Field]
    /// The name of the column of object ids, which the geodatabase gives.
    public var objectIDField: String
    /// The field whose values tell each feature from all others anywhere; nil if there is none.
    public var globalIDField: String?
    /// The kind of geometries; nil for rows without, and for features of several kinds.
    public var geometryType: GeometryType?
    /// Whether features have geometries of several kinds, each its own; there is no ``geometryType`` then.
    public var hasMixedGeometries = false
    /// What coordinates mean; nil if unknown.
    public var spatialReference: SpatialReference?
    /// Whether vertices have heights.
    public var hasZ: Bool
    /// Whether vertices have measures.
    public var hasM: Bool
    /// The field that says when each feature began to be, or when it was; nil if nothing says so.
    public var startTimeField: String?
    /// The field that says when each feature ceased to be; nil if each was at one moment. A feature of which only one of both is known was at that.
    public var endTimeField: String?
    /// Whether it is a view of other tables, which is read and not edited.
    public var isView = false
    /// Whether files can be attached to features.
    public var hasAttachments = false
    /// What else is known of the layer, as services write it, `drawingInfo` and `types` among it: kept with the table, and not looked at.
    public var layerJSON: JSONValue?
    /// The name of the column of geometries.
    package var geometryColumn = "SHAPE"

    /// A table.
    public init(
        _ name: String, fields: [Field] = [], objectIDField: String = "OBJECTID", globalIDField: String? = nil,
        geometryType: GeometryType? = nil, spatialReference: SpatialReference? = nil, hasZ: Bool = false, hasM: Bool = false
    ) {
        self.name = name
        self.fields = fields
        self.objectIDField = objectIDField
        self.globalIDField = globalIDField
        self.geometryType = geometryType
        self.spatialReference = spatialReference
        self.hasZ = hasZ
        self.hasM = hasM
    }
}

extension FeatureTableDefinition {
    /// Whether features may have geometries, of one kind or of several.
    public var hasGeometry: Bool { geometryType != nil || hasMixedGeometries }

    /// What the column of geometries is declared as; nil without one.
    var geometryTypeName: String? { geometryType?.geoPackageName ?? (hasMixedGeometries ? "GEOMETRY" : nil) }

    /// - Throws: ``GeodatabaseError/isView(name:)`` for a view.
    func expectEditable() throws(GeodatabaseError) {
        if isView { throw .isView(name: name) }
    }

    /// Names the column of geometries as no other field is named.
    package mutating func keepGeometryColumnApart() {
        let names = Set(([objectIDField] + fields.map(\.name)).map { $0.lowercased() })
        while names.contains(geometryColumn.lowercased()) { geometryColumn += "_" }
    }

    /// The condition that features are of a time.
    ///
    /// - Throws: ``GeodatabaseError/noTime(table:)``; ``WhereClauseError`` for years that no file holds.
    func condition(on time: TimeExtent) throws -> WhereClause {
        guard let startField = startTimeField else { throw GeodatabaseError.noTime(table: name) }
        let endField = endTimeField ?? startField
        let start = try time.start.map { Self.condition(endField, ">= \(try $0.timestamp)", without: startField) }
        let end = try time.end.map { Self.condition(startField, "<= \(try $0.timestamp)", without: endField) }
        let conditions = [start, end].compactMap(\.self)
        return conditions.isEmpty ? .all : try WhereClause(conditions.joined(separator: " AND "))
    }

    /// That a field is met, or another one where it has no value.
    private static func condition(_ field: String, _ words: String, without other: String) -> String {
        let (name, instead) = (SQLExpression.spelling(of: field), SQLExpression.spelling(of: other))
        return field == other ? "\(name) \(words)" : "(\(name) \(words) OR \(name) IS NULL AND \(instead) \(words))"
    }
}

extension Date {
    fileprivate var timestamp: String {
        get throws(WhereClauseError) {
            guard let moment = SQLMoment(self) else {
                throw WhereClauseError(.syntax, "times are of the years 1 to 9999, and \(timeIntervalSince1970) s is not")
            }
            return "TIMESTAMP '\(moment.day) \(moment.time)'"
        }
    }
}
