import CairnGeo
public import Foundation

/// A place of a geometry that is nearest to another.
public final class AGSProximityResult: NSObject {
    private let value: Proximity

    init(_ value: Proximity) { self.value = value }

    /// The place.
    public var point: AGSPoint { AGSPoint(value.point) }
    /// How far it is, in the units of the coordinates.
    public var distance: Double { value.distance }
    /// In which part of the geometry it lies.
    public var partIndex: Int { value.partIndex }
    /// Which vertex of the part it is, or behind which it lies.
    public var pointIndex: Int { value.pointIndex }
}
