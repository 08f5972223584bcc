import CairnCore
public import CairnGeo
import Foundation

/// A rectangle, and from where to where heights and measures go in it.
public final class AGSEnvelope: AGSGeometry {
    let box: Envelope
    let heights: AGSExtremes?
    let measures: AGSExtremes?

    init(_ box: Envelope, heights: AGSExtremes?, measures: AGSExtremes?) {
        (self.box, self.heights, self.measures) = (box, heights, measures)
        super.init(.envelope(box))
    }

    /// One of Cairn, for old callers; it has no heights and measures.
    public convenience init(_ envelope: Envelope) { self.init(envelope, heights: nil, measures: nil) }

    /// A rectangle without a place.
    static func empty(_ reference: SpatialReference?) -> AGSEnvelope {
        AGSEnvelope(Envelope(xMin: .nan, yMin: .nan, xMax: .nan, yMax: .nan, spatialReference: reference))
    }

    /// With the heights and measures of what lies in it.
    convenience init(_ box: Envelope, around positions: [Position]) {
        self.init(
            box, heights: AGSExtremes(of: positions.lazy.compactMap(\.z)),
            measures: AGSExtremes(of: positions.lazy.compactMap(\.m)))
    }

    /// With the heights and measures that Esri JSON says.
    convenience init(_ box: Envelope, _ json: JSONValue) {
        func number(_ name: String) -> Double { json[name]?.double ?? .nan }
        self.init(
            box, heights: AGSExtremes(number("zmin"), number("zmax")), measures: AGSExtremes(number("mmin"), number("mmax")))
    }

    /// A rectangle by its sides; what is named the smallest and is the larger of two is taken for the largest. NaN stays where it is.
    public convenience init(xMin: Double, yMin: Double, xMax: Double, yMax: Double, spatialReference: AGSSpatialReference?) {
        self.init(Self.box(xMin, yMin, xMax, yMax, spatialReference))
    }

    /// As above, with the lowest height and the highest.
    public convenience init(
        xMin: Double, yMin: Double, zMin: Double, xMax: Double, yMax: Double, zMax: Double, spatialReference: AGSSpatialReference?
    ) {
        let box = Self.box(xMin, yMin, xMax, yMax, spatialReference)
        self.init(box, heights: AGSExtremes(zMin, zMax), measures: nil)
    }

    /// A rectangle by two corners that lie opposite each other, such as those of a screen, whose upper left one is the first there.
    ///
    /// - Parameters:
    ///   - min: One of them; what it lies in is what the rectangle lies in, or, if it does not say, what the other does.
    ///   - max: The other. Heights and measures that both have count.
    public convenience init(min: AGSPoint, max: AGSPoint) {
        let box = Self.box(min.x, min.y, max.x, max.y, min.spatialReference ?? max.spatialReference)
        self.init(box, heights: AGSExtremes(min.z, max.z), measures: AGSExtremes(min.m, max.m))
    }

    /// A rectangle by its middle and its sides.
    public convenience init(center: AGSPoint, width: Double, height: Double) {
        self.init(
            xMin: center.x - width / 2, yMin: center.y - height / 2, xMax: center.x + width / 2, yMax: center.y + height / 2,
            spatialReference: center.spatialReference)
    }

    /// As above, with heights around that of the middle.
    public convenience init(center: AGSPoint, width: Double, height: Double, depth: Double) {
        self.init(
            xMin: center.x - width / 2, yMin: center.y - height / 2, zMin: center.z - depth / 2, xMax: center.x + width / 2,
            yMax: center.y + height / 2, zMax: center.z + depth / 2, spatialReference: center.spatialReference)
    }

    private static func box(
        _ xMin: Double, _ yMin: Double, _ xMax: Double, _ yMax: Double, _ reference: AGSSpatialReference?
    ) -> Envelope {
        let (x, y) = (AGSExtremes.ordered(xMin, xMax), AGSExtremes.ordered(yMin, yMax))
        return Envelope(xMin: x.0, yMin: y.0, xMax: x.1, yMax: y.1, spatialReference: reference?.value)
    }

    /// The new value, for code of Cairn, which knows no heights and measures.
    public var envelope: Envelope { box }
    /// The smallest x.
    public var xMin: Double { box.xMin }
    /// The smallest y.
    public var yMin: Double { box.yMin }
    /// The largest x.
    public var xMax: Double { box.xMax }
    /// The largest y.
    public var yMax: Double { box.yMax }
    /// The lowest height; NaN if there is none.
    public var zMin: Double { heights?.min ?? .nan }
    /// The highest height; NaN if there is none.
    public var zMax: Double { heights?.max ?? .nan }
    /// The smallest measure; NaN if there is none.
    public var mMin: Double { measures?.min ?? .nan }
    /// The largest measure; NaN if there is none.
    public var mMax: Double { measures?.max ?? .nan }
    /// How wide it is; NaN if it is empty.
    public var width: Double { xMax - xMin }
    /// How high it is on the map; NaN if it is empty.
    public var height: Double { yMax - yMin }
    /// From the lowest height to the highest; NaN if there is none.
    public var depth: Double { zMax - zMin }
    /// The middle, of heights too.
    public var center: AGSPoint {
        AGSPoint(x: xMin + width / 2, y: yMin + height / 2, z: zMin + depth / 2, spatialReference: spatialReference)
    }

    public override var extent: AGSEnvelope { self }
    public override var isEmpty: Bool { width.isNaN || height.isNaN }
    public override var hasZ: Bool { heights != nil }
    public override var hasM: Bool { measures != nil }
    public override func toBuilder() -> AGSEnvelopeBuilder { AGSEnvelopeBuilder(envelope: self) }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AGSEnvelope else { return false }
        return other.box == box && other.heights == heights && other.measures == measures
    }

    override var json: JSONValue {
        guard case .object(var members) = super.json else { return super.json }
        if let heights { (members["zmin"], members["zmax"]) = (.finite(heights.min), .finite(heights.max)) }
        if let measures { (members["mmin"], members["mmax"]) = (.finite(measures.min), .finite(measures.max)) }
        return .object(members)
    }
}
