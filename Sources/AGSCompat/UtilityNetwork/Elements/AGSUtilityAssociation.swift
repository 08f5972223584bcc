import CairnGeo
import CairnTasks
public import Foundation

/// Two parts of a network that belong together though they do not touch.
public final class AGSUtilityAssociation: NSObject {
    private let value: UtilityAssociation

    init(_ value: UtilityAssociation) {
        self.value = value
    }

    /// How they belong together.
    public var associationType: AGSUtilityAssociationType { AGSUtilityAssociationType(value.associationType) }
    /// The one: the container, or the structure, where it is not about a connection.
    public var fromElement: AGSUtilityElement { AGSUtilityElement(value.fromElement) }
    /// The other.
    public var toElement: AGSUtilityElement { AGSUtilityElement(value.toElement) }
    /// The global id of the association itself; nil if the service does not tell.
    public var globalID: UUID? { value.globalID }
    /// How far along an edge a junction is connected, 0…1; 0 if the service does not tell.
    public var fractionAlongEdge: Double { value.fractionAlongEdge ?? 0 }
    /// Whether what is within a container is shown on maps.
    public var isContainmentVisible: Bool { value.isContainmentVisible ?? false }
    /// A line from one to the other; nil if it was not asked for by an extent.
    public var geometry: AGSGeometry? { value.geometry.map(AGSGeometry.make) }
}
