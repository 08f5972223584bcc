public import CairnGeo
public import Foundation

/// Two parts of a network that belong together though they do not touch.
public struct UtilityAssociation: Sendable, Hashable, Codable {
    /// The global id of the association itself; nil if the service does not tell.
    public var globalID: UUID?
    /// How they belong together.
    public var associationType: UtilityAssociationType
    /// The one: the container, or the structure, where it is not about a connection.
    public var fromElement: UtilityElement
    /// The other.
    public var toElement: UtilityElement
    /// How far along an edge a junction is connected, 0…1; nil if the service does not tell.
    public var fractionAlongEdge: Double?
    /// Whether what is within a container is shown on maps; nil if the service does not tell.
    public var isContainmentVisible: Bool?
    /// A line from one to the other; nil if it was not asked for by an extent.
    public var geometry: Geometry?

    /// An association.
    ///
    /// - Parameters:
    ///   - associationType: How they belong together.
    ///   - fromElement: The one.
    ///   - toElement: The other.
    public init(associationType: UtilityAssociationType, fromElement: UtilityElement, toElement: UtilityElement) {
        self.associationType = associationType
        (self.fromElement, self.toElement) = (fromElement, toElement)
        (globalID, fractionAlongEdge, isContainmentVisible, geometry) = (nil, nil, nil, nil)
    }
}
