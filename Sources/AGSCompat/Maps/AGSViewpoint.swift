import CairnGeo
public import Foundation

/// What a map shows.
public final class AGSViewpoint: NSObject {
    /// What is shown: the place in the middle, or a rectangle.
    public let targetGeometry: AGSGeometry
    /// The scale, as the number under 1; NaN for whatever fits.
    public let targetScale: Double

    /// A rectangle.
    public init(targetExtent: AGSGeometry) {
        (targetGeometry, targetScale) = (targetExtent, .nan)
    }

    /// A place in the middle.
    public init(center: AGSPoint, scale: Double) {
        (targetGeometry, targetScale) = (center, scale)
    }

    /// A place in the middle, in degrees.
    public convenience init(latitude: Double, longitude: Double, scale: Double) {
        self.init(center: AGSPoint(x: longitude, y: latitude, spatialReference: .wgs84()), scale: scale)
    }
}
