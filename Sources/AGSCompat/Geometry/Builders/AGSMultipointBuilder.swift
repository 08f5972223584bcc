import CairnGeo
import Foundation

/// Several places that are being put together.
public final class AGSMultipointBuilder: AGSGeometryBuilder {
    /// The places, which may be changed.
    public var points: AGSMutablePointCollection

    private init(_ positions: [Position], _ reference: SpatialReference?) {
        points = AGSMutablePointCollection(VertexRow(positions, reference))
        super.init(reference)
    }

    /// No places.
    public convenience init(spatialReference: AGSSpatialReference?) { self.init([], spatialReference?.value) }

    /// A copy of several places; of nil, none.
    public convenience init(multipoint: AGSMultipoint?) {
        self.init(multipoint?.multipoint.points ?? [], multipoint?.multipoint.spatialReference)
    }

    /// Several places; what their coordinates mean is what those of the first do.
    public convenience init(points: [AGSPoint]) { self.init(points.vertices, points.reference) }

    /// The places as they are now.
    public override func toGeometry() -> AGSMultipoint {
        let row = points.row
        let positions = row.reference == reference ? row.positions : points.map { $0.position(in: reference) }
        return AGSMultipoint(Multipoint(points: positions, spatialReference: reference))
    }

    override func replace(with geometry: AGSGeometry?) {
        points = AGSMutablePointCollection(VertexRow((geometry as? AGSMultipoint)?.multipoint.points ?? [], reference))
    }
}
