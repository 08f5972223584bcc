/// What the features of an answer consist of.
struct FeatureResultShape: Sendable {
    let fields: [Field]
    let hasGeometry: Bool
    /// Nil if there are no geometries, or geometries of several kinds.
    let geometryType: GeometryType?
    /// What the coordinates are made to mean.
    let spatialReference: SpatialReference?
    /// What they mean in the file.
    let storedReference: SpatialReference?

    init(_ parameters: QueryParameters, _ definition: FeatureTableDefinition, _ columns: SQLColumns) throws {
        fields = try Self.fields(parameters, definition, columns)
        hasGeometry = parameters.returnsGeometry && !parameters.returnsDistinctValues && definition.hasGeometry
        geometryType = hasGeometry ? definition.geometryType : nil
        storedReference = definition.spatialReference
        spatialReference = hasGeometry ? parameters.outSpatialReference ?? storedReference : nil
        if let source = storedReference, let target = spatialReference {
            // Whether there is a way is known before the first feature.
            _ = try MapPoint(x: 0, y: 0, spatialReference: source).projected(to: target)
        }
    }

    private static func fields(
        _ parameters: QueryParameters, _ definition: FeatureTableDefinition, _ columns: SQLColumns
    ) throws(WhereClauseError) -> [Field] {
        let id = Field(definition.objectIDField, type: .objectID)
        let all = [id] + definition.fields
        if parameters.outFields.contains("*") { return parameters.returnsDistinctValues ? definition.fields : all }
        var names = Set<String>()
        // Wherever it is named, it is there once and first: who pages, needs it.
        var list = parameters.returnsDistinctValues ? [] : [id]
        if !parameters.returnsDistinctValues { names.insert(id.name.lowercased()) }
        for name in parameters.outFields {
            let column = try columns.column(name)
            guard names.insert(column.name.lowercased()).inserted else { continue }
            if let field = all.first(where: { $0.name == column.name }) { list.append(field) }
        }
        if list.isEmpty {
            throw WhereClauseError(.syntax, "distinct values are asked for, and of no field; name one in outFields")
        }
        return list
    }

    /// The same feature with coordinates that mean what they shall.
    func shaped(_ feature: Feature) throws -> Feature {
        guard let geometry = feature.geometry, let spatialReference, geometry.spatialReference != spatialReference else {
            return feature
        }
        return Feature(attributes: feature.attributes, geometry: try geometry.projected(to: spatialReference))
    }
}
