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

/// What ends of a simple line are marked with. Its numbers are not known for sure.
public enum AGSSimpleLineSymbolMarkerStyle: Int, Sendable {
    /// Nothing.
    case none = 0
    /// An arrow.
    case arrow = 1
}

/// Which ends of a simple line are marked. Its numbers are not known for sure.
public enum AGSSimpleLineSymbolMarkerPlacement: Int, Sendable {
    /// The first.
    case begin = 0
    /// The last.
    case end = 1
    /// Both.
    case beginAndEnd = 2
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
    /// What its ends are marked with.
    public var markerStyle: AGSSimpleLineSymbolMarkerStyle
    /// Which of its ends are marked.
    public var markerPlacement: AGSSimpleLineSymbolMarkerPlacement

    /// A line of a width, in points of a screen, with marked ends.
    public init(
        style: AGSSimpleLineSymbolStyle, color: AGSColor, width: Double, markerStyle: AGSSimpleLineSymbolMarkerStyle,
        markerPlacement: AGSSimpleLineSymbolMarkerPlacement
    ) {
        (self.style, self.markerStyle, self.markerPlacement) = (style, markerStyle, markerPlacement)
        super.init(color: color, width: width)
    }

    /// A line of a width, in points of a screen.
    public convenience init(style: AGSSimpleLineSymbolStyle, color: AGSColor, width: Double) {
        self.init(style: style, color: color, width: width, markerStyle: .none, markerPlacement: .end)
    }

    /// A black line of one point.
    public convenience init() { self.init(style: .solid, color: .black, width: 1) }
}
