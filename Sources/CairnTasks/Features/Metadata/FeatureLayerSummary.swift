public import CairnCore
public import CairnGeo

/// What a feature service says of one of its layers or tables in its own list of them.
public struct FeatureLayerSummary: Sendable, Hashable {
    /// Its number in the service.
    public var id: Int
    /// Its name.
    public var name: String
    /// The number of the group it lies in; nil if it lies in none.
    public var parentID: Int?
    /// What it is; nil if the server does not say.
    public var kind: FeatureLayerKind?
    /// The kind of geometries; nil for rows without, and if the server does not say.
    public var geometryType: GeometryType?

    /// What is said of a layer.
    public init(
        id: Int, name: String, parentID: Int? = nil, kind: FeatureLayerKind? = nil, geometryType: GeometryType? = nil
    ) {
        self.id = id
        self.name = name
        self.parentID = parentID
        self.kind = kind
        self.geometryType = geometryType
    }

    init(_ part: AnswerPart) throws {
        let parent = try? part.optional("parentLayerId")?.wholeNumber()
        self.init(
            id: try part.required("id").wholeNumber(), name: try part.optional("name")?.text() ?? "",
            parentID: parent.flatMap { $0 < 0 ? nil : $0 },
            kind: try part.optional("type").map { FeatureLayerKind(rawValue: try $0.text()) },
            geometryType: try part.optional("geometryType").flatMap { GeometryType(rawValue: try $0.text()) })
    }

    /// What is said of the layer as servers write it.
    public var esriJSON: JSONValue {
        var members: [String: JSONValue] = [
            "id": .integer(id), "name": .string(name), "parentLayerId": .integer(parentID ?? -1),
        ]
        members["type"] = kind.map { .string($0.rawValue) }
        members["geometryType"] = geometryType.map { .string($0.rawValue) }
        return .object(members)
    }
}
