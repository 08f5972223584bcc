public import CairnGeo

/// An element with its feature.
public struct UtilityElementFeature: Sendable, Hashable {
    /// The element.
    public var element: UtilityElement
    /// Its feature, with all of its fields.
    public var feature: Feature

    /// An element with its feature.
    public init(element: UtilityElement, feature: Feature) { (self.element, self.feature) = (element, feature) }
}
