import CairnGeo
import CairnTasks
import Foundation

/// The geometries of what a trace has found, put together.
public final class AGSUtilityGeometryTraceResult: AGSUtilityTraceResult {
    /// The points; nil if there are none.
    public let multipoint: AGSMultipoint?
    /// The lines; nil if there are none.
    public let polyline: AGSPolyline?
    /// The areas; nil if there are none.
    public let polygon: AGSPolygon?

    init(_ value: UtilityTraceResult, _ result: UtilityGeometryTraceResult) {
        multipoint = result.multipoint.map(AGSGeometry.make) as? AGSMultipoint
        polyline = result.polyline.map(AGSGeometry.make) as? AGSPolyline
        polygon = result.polygon.map(AGSGeometry.make) as? AGSPolygon
        super.init(value)
    }
}
