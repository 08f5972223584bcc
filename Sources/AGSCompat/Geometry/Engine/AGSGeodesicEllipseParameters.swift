import CairnGeo
public import Foundation

/// What an ellipse on the ground is made by.
public class AGSGeodesicEllipseParameters: NSObject {
    /// The middle.
    public var center: AGSPoint?
    /// Half of one axis.
    public var semiAxis1Length = 0.0
    /// Half of the other axis.
    public var semiAxis2Length = 0.0
    /// Where the longer axis leads to, clockwise from north.
    public var axisDirection = 0.0
    /// What directions are measured in.
    public var angularUnit = AGSAngularUnit.degrees()
    /// What lengths are measured in.
    public var linearUnit = AGSLinearUnit.meters()
    /// How many vertices there are at the most.
    public var maxPointCount = 100
    /// How long segments may be; 0 does not count.
    public var maxSegmentLength = 0.0
    /// What it is made as: `polygon`, `polyline` or `multipoint`; others are not made.
    public var geometryType = AGSGeometryType.polygon

    /// No ellipse yet.
    public override init() {}

    /// An ellipse.
    public init(center: AGSPoint, semiAxis1Length: Double, semiAxis2Length: Double) {
        (self.center, self.semiAxis1Length, self.semiAxis2Length) = (center, semiAxis1Length, semiAxis2Length)
    }

    /// The vertices in the coordinates of the middle.
    func geometry(_ vertices: (GeodesicEllipse) -> [Position]) -> AGSGeometry? {
        guard let center, case .point(let place)? = try? center.value.inDegrees(), !place.isEmpty else { return nil }
        let ellipse = GeodesicEllipse(
            center: Position(x: place.x, y: place.y), semiAxis1: linearUnit.convert(toMeters: semiAxis1Length),
            semiAxis2: linearUnit.convert(toMeters: semiAxis2Length),
            axisDirection: angularUnit.convert(axisDirection, to: .degrees()), vertexCount: maxPointCount,
            maximumSegmentLength: linearUnit.convert(toMeters: maxSegmentLength))
        let ring = vertices(ellipse)
        return ring.isEmpty
            ? nil : shape(ring, ellipse).map { AGSGeometry.make($0.fromDegrees(to: center.value.spatialReference)) }
    }

    private func shape(_ ring: [Position], _ ellipse: GeodesicEllipse) -> Geometry? {
        switch geometryType {
        case .polygon: .polygon(ellipse.area(of: ring))
        case .polyline: .polyline(Polyline(paths: [ring], spatialReference: .wgs84))
        case .multipoint: .multipoint(Multipoint(points: Array(ring.dropLast()), spatialReference: .wgs84))
        case .unknown, .point, .envelope: nil
        }
    }
}
