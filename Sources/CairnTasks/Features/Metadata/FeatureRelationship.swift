public import CairnCore

/// How the features of one table belong to those of another.
public struct FeatureRelationship: Sendable, Hashable {
    /// Its id, by which related features are asked for.
    public var id: Int
    /// Its name.
    public var name: String
    /// The id of the other table; nil if the server does not say.
    public var relatedTableID: Int?
    /// How many belong to how many, such as `esriRelCardinalityOneToMany`; nil if the server does not say.
    public var cardinality: String?
    /// The field that says what belongs together; nil if the server does not say.
    public var keyField: String?
    /// Which side this table is, such as `esriRelRoleOrigin`; nil if the server does not say.
    public var role: String?
    /// Whether what belongs to a feature goes when that does.
    public var isComposite: Bool

    /// A relationship.
    public init(
        id: Int, name: String, relatedTableID: Int? = nil, cardinality: String? = nil, keyField: String? = nil,
        role: String? = nil,
        isComposite: Bool = false
    ) {
        self.id = id
        self.name = name
        self.relatedTableID = relatedTableID
        self.cardinality = cardinality
        self.keyField = keyField
        self.role = role
        self.isComposite = isComposite
    }

    init(_ part: AnswerPart) throws {
        self.init(
            id: try part.required("id").wholeNumber(), name: try part.optional("name")?.text() ?? "",
            relatedTableID: try? part.optional("relatedTableId")?.wholeNumber(),
            cardinality: try? part.optional("cardinality")?.text(), keyField: try? part.optional("keyField")?.text(),
            role: try? part.optional("role")?.text(), isComposite: (try? part.optional("composite")?.flag()) ?? false)
    }

    /// The relationship as servers write it.
    public var esriJSON: JSONValue {
        var members: [String: JSONValue] = ["id": .integer(id), "name": .string(name)]
        if let relatedTableID { members["relatedTableId"] = .integer(relatedTableID) }
        if let cardinality { members["cardinality"] = .string(cardinality) }
        if let keyField { members["keyField"] = .string(keyField) }
        if let role { members["role"] = .string(role) }
        if isComposite { members["composite"] = true }
        return .object(members)
    }
}
