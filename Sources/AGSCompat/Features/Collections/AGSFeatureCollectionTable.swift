import CairnGeo
import Foundation

/// Features of the program's own, with a table's fields: what a tool is given, or what is asked as a table is.
///
/// It need not be loaded. What is added is there when the completion is called; it is kept nowhere, and goes with the last who has the table.
///
/// An edit is refused as ``AGSErrorCode/commonInvalidArgument`` if a field does not take its value: of another type, longer than the field, missing
/// where there must be one, or changed where it may not be. Domains are not looked at.
public final class AGSFeatureCollectionTable: AGSFeatureTable, AGSFeatureSet {
    private let collection: CollectionTable
    private let ownModel: TableModel
    /// How it is drawn; nothing here draws it.
    public var renderer: AGSRenderer?
    /// What a map calls it.
    public var title = ""

    /// A table without features, whose vertices have neither heights nor measures.
    public convenience init(fields: [AGSField], geometryType: AGSGeometryType, spatialReference: AGSSpatialReference?) {
        self.init(fields: fields, geometryType: geometryType, spatialReference: spatialReference, hasZ: false, hasM: false)
    }

    /// A table without features.
    ///
    /// - Parameters:
    ///   - fields: Its columns. A field of ids is made if there is none among them.
    ///   - geometryType: The kind of geometries; ``AGSGeometryType/unknown`` for rows without.
    ///   - spatialReference: What coordinates mean; nil for degrees of WGS 84.
    ///   - hasZ: Whether vertices have heights.
    ///   - hasM: Whether vertices have measures.
    public convenience init(
        fields: [AGSField], geometryType: AGSGeometryType, spatialReference: AGSSpatialReference?, hasZ: Bool, hasM: Bool
    ) {
        let shape = FeatureTableDefinition(
            "features", geometryType: geometryType.value, spatialReference: spatialReference?.value ?? .wgs84, hasZ: hasZ,
            hasM: hasM)
        self.init(shape, fields, [])
    }

    /// A table with the things given, of the kind and the spatial reference of the first that has a place.
    ///
    /// - Parameters:
    ///   - geoElements: What is copied into it. Attributes that no field has are left out. If one does not fit, the table cannot be loaded, asked or edited.
    ///   - fields: Its columns; nil for those of the first feature among the things, or for each attribute of theirs one of its type.
    public convenience init(geoElements: [any AGSGeoElement], fields: [AGSField]?) {
        let places = geoElements.lazy.compactMap(\.geometry)
        let own = geoElements.lazy.compactMap { ($0 as? AGSFeature)?.featureTable?.fields }.first
        let shape = FeatureTableDefinition(
            "features", geometryType: places.first?.geometryType.value,
            spatialReference: places.first?.spatialReference?.value ?? .wgs84,
            hasZ: places.contains(where: \.hasZ), hasM: places.contains(where: \.hasM))
        self.init(shape, fields ?? own ?? Self.fields(of: geoElements), geoElements)
    }

    /// A table without features, with the columns of another, which must be loaded: else it has none but ids.
    public convenience init(featureTable: AGSFeatureTable) {
        self.init(
            fields: featureTable.fields, geometryType: featureTable.geometryType,
            spatialReference: featureTable.spatialReference, hasZ: featureTable.hasZ, hasM: featureTable.hasM)
    }

    /// A table with the features of a set. If one does not fit, the table cannot be loaded, asked or edited.
    public convenience init(featureSet: any AGSFeatureSet) {
        let features = featureSet.featureEnumerator().allObjects
        let places = features.lazy.compactMap(\.geometry)
        let shape = FeatureTableDefinition(
            "features", geometryType: featureSet.geometryType.value,
            spatialReference: featureSet.spatialReference?.value ?? .wgs84,
            hasZ: places.contains(where: \.hasZ), hasM: places.contains(where: \.hasM))
        self.init(shape, featureSet.fields, features)
    }

    private init(_ shape: FeatureTableDefinition, _ fields: [AGSField], _ elements: [any AGSGeoElement]) {
        let id = fields.first { $0.type == .OID }?.name ?? Self.unusedName(fields)
        var definition = shape
        (definition.objectIDField, definition.fields) = (id, fields.map(\.value).filter { $0.name != id })
        if shape.geometryType == nil { definition.spatialReference = nil }
        let rules = Dictionary(fields.map { ($0.name, $0.rules) }) { first, _ in first }
        collection = CollectionTable(definition, rules) { definition in
            try elements.map { try Feature(copying: $0, into: definition) }
        }
        ownModel = TableModel(fields.contains { $0.name == id } ? fields : [AGSField(Field(id, type: .objectID))] + fields)
        super.init(collection, of: collection)
    }

    private static func unusedName(_ fields: [AGSField]) -> String {
        let names = Set(fields.map { $0.name.lowercased() })
        var name = "OBJECTID"
        while names.contains(name.lowercased()) { name += "_" }
        return name
    }

    private static func fields(of geoElements: [any AGSGeoElement]) -> [AGSField] {
        var values: [String: Any] = [:]
        for element in geoElements {
            for case (let name as String, let value) in element.attributes where values[name] == nil { values[name] = value }
        }
        return values.sorted { $0.key < $1.key }.map { AGSField(Field($0, type: FieldType(of: $1))) }
    }

    override var known: TableModel? { ownModel }

    /// Goes through the features that are there now.
    public func featureEnumerator() -> AGSFeatureEnumerator {
        AGSFeatureEnumerator(features(FeatureSet(features: collection.features), isWhole: true))
    }
}

extension FieldType {
    /// The one that values such as this have.
    fileprivate init(of value: Any) {
        switch try? LegacyAttributes.value(value, of: "") {
        case .integer: self = .integer
        case .double: self = .double
        case .date: self = .date
        default: self = .string
        }
    }
}

extension Feature {
    /// What a table has fields for of a thing.
    ///
    /// - Throws: For attributes that no table has, and for places that cannot be projected.
    fileprivate init(copying element: any AGSGeoElement, into definition: FeatureTableDefinition) throws {
        let attributes = NSMutableDictionary()
        for field in definition.fields { attributes[field.name] = element.attributes[field.name] }
        self.init(
            attributes: try LegacyAttributes.attributes(attributes),
            geometry: try element.geometry.map { try definition.projected($0.value) })
    }
}
