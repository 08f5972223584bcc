import CairnGeo
import Foundation

/// Several places.
public final class AGSMultipoint: AGSGeometry {
    private let multipoint: Multipoint

    init(_ multipoint: Multipoint) {
        self.multipoint = multipoint
        super.init(.multipoint(multipoint))
    }

    /// Several places; what their coordinates mean is what those of the first do.
    public convenience init(points: [AGSPoint]) {
        self.init(
            Multipoint(points: points.map(\.point.position), spatialReference: points.first?.point.spatialReference))
    }

    /// The places.
    public var points: AGSPointCollection { AGSPointCollection(multipoint.points, multipoint.spatialReference) }
}
