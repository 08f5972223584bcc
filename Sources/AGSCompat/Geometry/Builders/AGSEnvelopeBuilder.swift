import CairnGeo
public import Foundation

/// A rectangle that is being made. What is set as the smallest and is larger is taken for the largest once it is made.
public final class AGSEnvelopeBuilder: AGSGeometryBuilder {
    /// The smallest x; NaN until it is set.
    public var xMin: Double
    /// The smallest y; NaN until it is set.
    public var yMin: Double
    /// The largest x; NaN until it is set.
    public var xMax: Double
    /// The largest y; NaN until it is set.
    public var yMax: Double
    /// The lowest height; NaN if there is none.
    public var zMin: Double
    /// The highest height; NaN if there is none.
    public var zMax: Double
    /// The smallest measure; NaN if there is none.
    public var mMin: Double
    /// The largest measure; NaN if there is none.
    public var mMax: Double

    /// A copy of a rectangle; of nil, an empty one.
    public init(envelope: AGSEnvelope?) {
        (xMin, yMin) = (envelope?.xMin ?? .nan, envelope?.yMin ?? .nan)
        (xMax, yMax) = (envelope?.xMax ?? .nan, envelope?.yMax ?? .nan)
        (zMin, zMax) = (envelope?.zMin ?? .nan, envelope?.zMax ?? .nan)
        (mMin, mMax) = (envelope?.mMin ?? .nan, envelope?.mMax ?? .nan)
        super.init(envelope?.box.spatialReference)
    }

    /// An empty rectangle.
    public convenience init(spatialReference: AGSSpatialReference?) {
        self.init(envelope: .empty(spatialReference?.value))
    }

    /// A rectangle by its middle and its sides.
    public convenience init(center: AGSPoint, width: Double, height: Double) {
        self.init(envelope: AGSEnvelope(center: center, width: width, height: height))
    }

    /// As above, with heights around that of the middle.
    public convenience init(center: AGSPoint, width: Double, height: Double, depth: Double) {
        self.init(envelope: AGSEnvelope(center: center, width: width, height: height, depth: depth))
    }

    /// The middle.
    public var center: AGSPoint { toGeometry().center }
    /// How wide it is; NaN if it is empty.
    public var width: Double { toGeometry().width }
    /// How high it is on the map; NaN if it is empty.
    public var height: Double { toGeometry().height }
    /// From the lowest height to the highest; NaN if there is none.
    public var depth: Double { toGeometry().depth }

    /// Sets all sides.
    @discardableResult public func setXMin(_ xMin: Double, yMin: Double, xMax: Double, yMax: Double) -> Self {
        (self.xMin, self.yMin, self.xMax, self.yMax) = (xMin, yMin, xMax, yMax)
        return self
    }

    /// Sets the lowest height and the highest.
    @discardableResult public func setZMin(_ zMin: Double, zMax: Double) -> Self {
        (self.zMin, self.zMax) = (zMin, zMax)
        return self
    }

    /// Sets the smallest measure and the largest.
    @discardableResult public func setMMin(_ mMin: Double, mMax: Double) -> Self {
        (self.mMin, self.mMax) = (mMin, mMax)
        return self
    }

    /// Moves it so that its middle is there.
    @discardableResult public func center(at point: AGSPoint) -> Self {
        let (place, center) = (point.position(in: reference), center)
        return offsetBy(x: place.x - center.x, y: place.y - center.y)
    }

    /// Moves it by so much.
    @discardableResult public func offsetBy(x: Double, y: Double) -> Self {
        setXMin(xMin + x, yMin: yMin + y, xMax: xMax + x, yMax: yMax + y)
    }

    /// Makes it so many times as wide and high about its middle.
    @discardableResult public func expand(byFactor factor: Double) -> Self { expand(byFactor: factor, withAnchor: center) }

    /// Makes it so many times as wide and high about a place.
    @discardableResult public func expand(byFactor factor: Double, withAnchor point: AGSPoint) -> Self {
        let anchor = point.position(in: reference)
        func moved(_ side: Double, _ place: Double) -> Double { place + (side - place) * factor }
        return setXMin(
            moved(xMin, anchor.x), yMin: moved(yMin, anchor.y), xMax: moved(xMax, anchor.x), yMax: moved(yMax, anchor.y))
    }

    /// Makes it wider or higher about its middle, so that its sides are to each other as those of a size.
    @discardableResult public func changeAspectRatio(_ size: CGSize) -> Self {
        let (middle, ratio) = (center, Double(size.width) / Double(size.height))
        guard ratio > 0, ratio.isFinite, !isEmpty() else { return self }
        let (width, height) = (max(self.width, self.height * ratio), max(self.height, self.width / ratio))
        return setXMin(
            middle.x - width / 2, yMin: middle.y - height / 2, xMax: middle.x + width / 2, yMax: middle.y + height / 2)
    }

    /// Makes it so large that another lies within; an empty one becomes the other, and of an empty other nothing is done.
    @discardableResult public func union(with envelope: AGSEnvelope) -> Self {
        guard !envelope.isEmpty else { return self }
        let other = reference.flatMap { try? envelope.box.projected(to: $0) } ?? envelope.box
        let box = isEmpty() ? other : toGeometry().box.union(other)
        setXMin(box.xMin, yMin: box.yMin, xMax: box.xMax, yMax: box.yMax)
        let heights = AGSExtremes(of: [zMin, zMax, envelope.zMin, envelope.zMax].filter { !$0.isNaN })
        let measures = AGSExtremes(of: [mMin, mMax, envelope.mMin, envelope.mMax].filter { !$0.isNaN })
        setZMin(heights?.min ?? .nan, zMax: heights?.max ?? .nan)
        return setMMin(measures?.min ?? .nan, mMax: measures?.max ?? .nan)
    }

    /// Makes it so large that a place lies within; of an empty point nothing is done.
    @discardableResult public func union(with point: AGSPoint) -> Self { union(with: AGSEnvelope(min: point, max: point)) }

    /// Makes it so large that a place lies within.
    @discardableResult public func unionWith(x: Double, y: Double) -> Self {
        union(with: AGSPoint(x: x, y: y, spatialReference: spatialReference))
    }

    /// The rectangle as it is now.
    public override func toGeometry() -> AGSEnvelope {
        let made = AGSEnvelope(xMin: xMin, yMin: yMin, xMax: xMax, yMax: yMax, spatialReference: spatialReference)
        return AGSEnvelope(made.box, heights: AGSExtremes(zMin, zMax), measures: AGSExtremes(mMin, mMax))
    }

    override func replace(with geometry: AGSGeometry?) {
        let copy = AGSEnvelopeBuilder(envelope: geometry as? AGSEnvelope)
        setXMin(copy.xMin, yMin: copy.yMin, xMax: copy.xMax, yMax: copy.yMax)
        setZMin(copy.zMin, zMax: copy.zMax).setMMin(copy.mMin, mMax: copy.mMax)
    }
}
