import CairnTasks
public import Foundation

/// How many belong to how many.
public enum AGSRelationshipCardinality: Int, Sendable {
    /// Not known.
    case unknown = -1
    /// One to one.
    case oneToOne = 0
    /// One to many.
    case oneToMany = 1
    /// Many to many.
    case manyToMany = 2
}

/// Which side of a relationship a table is.
public enum AGSRelationshipRole: Int, Sendable {
    /// Not known.
    case unknown = -1
    /// The one that others belong to.
    case origin = 0
    /// The one that belongs to others.
    case destination = 1
}

/// How the features of one table belong to those of another.
public final class AGSRelationshipInfo: NSObject {
    let value: FeatureRelationship

    init(_ value: FeatureRelationship) {
        self.value = value
    }

    /// Its id.
    public var relationshipInfoID: Int { value.id }
    /// Its id.
    public var id: Int { value.id }
    /// Its name.
    public var name: String { value.name }
    /// The number of the other table; -1 if it is not known.
    public var relatedTableID: Int { value.relatedTableID ?? -1 }
    /// The field of this table that says what belongs together; empty if it is not known.
    public var keyField: String { value.keyField ?? "" }
    /// How many belong to how many.
    public var cardinality: AGSRelationshipCardinality {
        switch value.cardinality {
        case "esriRelCardinalityOneToOne": .oneToOne
        case "esriRelCardinalityOneToMany": .oneToMany
        case "esriRelCardinalityManyToMany": .manyToMany
        default: .unknown
        }
    }

    /// Which side this table is.
    public var role: AGSRelationshipRole {
        switch value.role {
        case "esriRelRoleOrigin": .origin
        case "esriRelRoleDestination": .destination
        default: .unknown
        }
    }
    /// Whether what belongs to a feature goes when that does.
    public var isComposite: Bool { value.isComposite }

    /// Whether both are the same relationship.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSRelationshipInfo)?.value == value }
    /// Equal relationships have equal hashes.
    public override var hash: Int { value.hashValue }
}
