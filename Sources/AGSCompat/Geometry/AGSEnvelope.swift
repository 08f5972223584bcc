import CairnGeo
import Foundation

/// A rectangle.
public final class AGSEnvelope: AGSGeometry {
    let box: Envelope

    init(_ box: Envelope) {
        self.box = box
        super.init(.envelope(box))
    }

    /// A rectangle by its sides; what is named the smallest and is the larger of two is taken for the largest. NaN stays where it is.
    public convenience init(xMin: Double, yMin: Double, xMax: Double, yMax: Double, spatialReference: AGSSpatialReference?) {
        let ((west, east), (south, north)) = (Self.ordered(xMin, xMax), Self.ordered(yMin, yMax))
        self.init(Envelope(xMin: west, yMin: south, xMax: east, yMax: north, spatialReference: spatialReference?.value))
    }

    /// A rectangle by two corners that lie opposite each other, such as those of a screen, whose upper left one is the first there.
    ///
    /// - Parameters:
    ///   - min: One of them; what it lies in is what the rectangle lies in, or, if it does not say, what the other does.
    ///   - max: The other.
    public convenience init(min: AGSPoint, max: AGSPoint) {
        self.init(
            xMin: min.x, yMin: min.y, xMax: max.x, yMax: max.y,
            spatialReference: min.spatialReference ?? max.spatialReference)
    }

    private static func ordered(_ first: Double, _ second: Double) -> (Double, Double) {
        first > second ? (second, first) : (first, second)
    }

    /// The smallest x.
    public var xMin: Double { box.xMin }
    /// The smallest y.
    public var yMin: Double { box.yMin }
    /// The largest x.
    public var xMax: Double { box.xMax }
    /// The largest y.
    public var yMax: Double { box.yMax }
}
