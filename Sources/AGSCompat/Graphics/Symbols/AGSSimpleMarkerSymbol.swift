import Foundation

/// The shape of a simple marker.
public enum AGSSimpleMarkerSymbolStyle: Int, Sendable {
    /// A circle.
    case circle = 0
    /// A cross, upright.
    case cross = 1
    /// A square on its corner.
    case diamond = 2
    /// A square.
    case square = 3
    /// A triangle.
    case triangle = 4
    /// A cross, aslant.
    case X = 5
}

/// A point as a simple shape.
public final class AGSSimpleMarkerSymbol: AGSMarkerSymbol {
    /// The shape.
    public var style: AGSSimpleMarkerSymbolStyle
    /// The colour within.
    public var color: AGSColor
    /// How large it is, in points of a screen.
    public var size: Double
    /// The line around it; nil for none.
    public var outline: AGSSimpleLineSymbol?

    /// A shape of a size, in points of a screen.
    public init(style: AGSSimpleMarkerSymbolStyle, color: AGSColor, size: Double) {
        (self.style, self.color, self.size) = (style, color, size)
    }

    /// A black circle of 8 points.
    public override convenience init() { self.init(style: .circle, color: .black, size: 8) }
}
