import CairnGeo
import Foundation

/// A rectangle.
public final class AGSEnvelope: AGSGeometry {
    let box: Envelope

    init(_ box: Envelope) {
        self.box = box
        super.init(.envelope(box))
    }

    /// A rectangle by its sides.
    public convenience init(xMin: Double, yMin: Double, xMax: Double, yMax: Double, spatialReference: AGSSpatialReference?) {
        self.init(Envelope(xMin: xMin, yMin: yMin, xMax: xMax, yMax: yMax, spatialReference: spatialReference?.value))
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
