import CairnCore
import CairnGeo

/// Sees to it that all that comes of a feature has a place in what is written: nothing is left out in silence.
struct FeatureFit {
    private let table: String
    private let idField: String
    /// The names of the columns, by how they are written in small letters.
    private let columns: [String: String]
    /// The names that are asked for, in small letters; nil for all.
    private let wanted: Set<String>?
    private let hasGeometry: Bool
    /// What coordinates are to mean, and what the table's mean.
    private let (wantedReference, ownReference): (SpatialReference?, SpatialReference?)
    private let holds: @Sendable (GeometryType?) -> Bool
    /// Whether heights and measures have a place.
    private let room: VertexLayout
    /// The names that came last, what they are called here if that is not the same, and where values are that have no place.
    private var (came, names, strangers): ([String], [String]?, [Int]) = ([], nil, [])

    /// - Parameter parameters: What has been asked for.
    init(_ definition: FeatureTableDefinition, _ parameters: QueryParameters, _ format: FeatureExportWork.Format) {
        (table, idField) = (definition.name, definition.objectIDField)
        let all = [definition.objectIDField] + definition.fields.map(\.name)
        columns = Dictionary(all.map { ($0.lowercased(), $0) }) { first, _ in first }
        wanted = parameters.outFields.contains("*") ? nil : Set(parameters.outFields.map { $0.lowercased() })
        hasGeometry = parameters.returnsGeometry
        (wantedReference, ownReference) = (parameters.outSpatialReference, definition.spatialReference)
        let type = definition.geometryType
        // As texts, lines and areas may be of any kind.
        let isText = format != .geoPackage && type != nil && !(format == .csv && type == .point)
        let isMixed = definition.hasMixedGeometries
        holds = { isText || $0 == type || isMixed && $0 != nil }
        room = Self.room(definition, format)
    }

    /// Columns are as the table says; in texts and in GeoPackages each geometry says what it has. That GeoJSON has no measures is told of a table
    /// as a whole, if it says that it has some.
    private static func room(_ definition: FeatureTableDefinition, _ format: FeatureExportWork.Format) -> VertexLayout {
        switch format {
        case .csv where definition.geometryType == .point: VertexLayout(hasZ: definition.hasZ, hasM: definition.hasM)
        case .geoJSON: VertexLayout(hasZ: true, hasM: definition.hasM)
        default: VertexLayout(hasZ: true, hasM: true)
        }
    }

    /// The feature by the names of the columns.
    ///
    /// - Throws: ``FeatureExportTrouble`` for what has no place.
    mutating func fitted(_ feature: Feature) throws(FeatureExportTrouble) -> Feature {
        if feature.attributes.names != came { learn(feature.attributes.names) }
        for place in strangers where feature.attributes.values[place] != .null {
            throw .unknownField(table: table, field: came[place], feature: name(of: feature))
        }
        if hasGeometry, let geometry = feature.geometry, !holds(geometry.type) {
            let kind = geometry.type?.rawValue ?? "esriGeometryEnvelope"
            throw .wrongGeometry(table: table, kind: kind, feature: name(of: feature))
        }
        if hasGeometry { try expectRoom(for: feature) }
        let geometry = try hasGeometry ? placed(feature) : feature.geometry
        guard let names else { return Feature(attributes: feature.attributes, geometry: geometry) }
        return Feature(attributes: Attributes(zip(names, feature.attributes.values).map { ($0, $1) }), geometry: geometry)
    }

    private func expectRoom(for feature: Feature) throws(FeatureExportTrouble) {
        guard let geometry = feature.geometry, !room.hasZ || !room.hasM else { return }
        let layout = VertexLayout(of: geometry)
        if layout.hasZ, !room.hasZ { throw .noRoom(table: table, number: "height", feature: name(of: feature)) }
        if layout.hasM, !room.hasM { throw .noRoom(table: table, number: "measure", feature: name(of: feature)) }
    }

    /// The geometry in the output's reference.
    private func placed(_ feature: Feature) throws(FeatureExportTrouble) -> Geometry? {
        guard let geometry = feature.geometry, let wanted = wantedReference else { return feature.geometry }
        guard let own = geometry.spatialReference else {
            if ownReference != nil { return geometry }
            throw .noReference(table: table, wanted: wanted.id, feature: name(of: feature))
        }
        if own.isSame(as: wanted) { return geometry }
        guard let placed = try? geometry.projected(to: wanted) else {
            throw .otherReference(table: table, own: own.id, wanted: wanted.id, feature: name(of: feature))
        }
        return placed
    }

    private mutating func learn(_ names: [String]) {
        came = names
        let known = names.map { columns[$0.lowercased()] }
        strangers = names.indices.filter { place in
            known[place] == nil && wanted?.contains(names[place].lowercased()) ?? true
        }
        let spelt = zip(names, known).map { $1 ?? $0 }
        self.names = spelt == names ? nil : spelt
    }

    private func name(of feature: Feature) -> String {
        "\(idField) \(feature.objectID(idField).map(String.init) ?? "unknown")"
    }
}
