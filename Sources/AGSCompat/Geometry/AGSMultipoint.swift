public import CairnGeo
import Foundation

/// Several places.
public final class AGSMultipoint: AGSGeometry {
    /// The new value, for code of Cairn.
    public let multipoint: Multipoint

    /// One of Cairn, for old callers.
    public init(_ multipoint: Multipoint) {
        self.multipoint = multipoint
        super.init(.multipoint(multipoint))
    }

    /// Several places; what their coordinates mean is what those of the first do.
    public convenience init(points: [AGSPoint]) {
        self.init(Multipoint(points: points.vertices, spatialReference: points.reference))
    }

    /// The places.
    public var points: AGSPointCollection { AGSPointCollection(multipoint.points, multipoint.spatialReference) }

    public override func toBuilder() -> AGSMultipointBuilder { AGSMultipointBuilder(multipoint: self) }
}

extension [AGSPoint] {
    /// What the coordinates of the first mean.
    var reference: SpatialReference? { first?.point.spatialReference }
    /// Their vertices in the coordinates of the first.
    var vertices: [Position] { map { $0.position(in: reference) } }
}
