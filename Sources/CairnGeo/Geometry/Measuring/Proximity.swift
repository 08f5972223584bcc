/// A place of a geometry that is nearest to another.
public struct Proximity: Sendable, Hashable {
    /// The place.
    public var point: MapPoint
    /// How far it is, in the units of the coordinates.
    public var distance: Double
    /// In which part of the geometry it lies, from 0.
    public var partIndex: Int
    /// Which vertex of the part it is, from 0, or behind which it lies.
    public var pointIndex: Int

    /// A place.
    public init(point: MapPoint, distance: Double, partIndex: Int, pointIndex: Int) {
        (self.point, self.distance, self.partIndex, self.pointIndex) = (point, distance, partIndex, pointIndex)
    }
}
