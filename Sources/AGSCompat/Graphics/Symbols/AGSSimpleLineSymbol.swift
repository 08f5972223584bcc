import Foundation

/// How a simple line is broken.
public enum AGSSimpleLineSymbolStyle: Int, Sendable {
    /// Dashes.
    case dash = 0
    /// Dashes and dots by turns.
    case dashDot = 1
    /// Dashes, each with two dots behind it.
    case dashDotDot = 2
    /// Dots.
    case dot = 3
    /// No line.
    case null = 4
    /// Unbroken.
    case solid = 5
    /// Short dashes.
    case shortDash = 6
    /// Short dashes and dots by turns.
    case shortDashDot = 7
    /// Short dashes, each with two dots behind it.
    case shortDashDotDot = 8
    /// Close dots.
    case shortDot = 9
    /// Long dashes.
    case longDash = 10
    /// Long dashes and dots by turns.
    case longDashDot = 11
}

/// How a line is drawn.
public class AGSLineSymbol: AGSSymbol {
    /// How wide it is, in points of a screen.
    public var width: Double
    /// Its colour.
    public var color: AGSColor

    init(color: AGSColor, width: Double) { (self.color, self.width) = (color, width) }
}

/// A line of one colour.
public final class AGSSimpleLineSymbol: AGSLineSymbol {
    /// How it is broken.
    public var style: AGSSimpleLineSymbolStyle

    /// A line of a width, in points of a screen.
    public init(style: AGSSimpleLineSymbolStyle, color: AGSColor, width: Double) {
        self.style = style
        super.init(color: color, width: width)
    }

    /// A black line of one point.
    public convenience init() { self.init(style: .solid, color: .black, width: 1) }
}
