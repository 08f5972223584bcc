import Foundation

/// How an area is filled.
public enum AGSSimpleFillSymbolStyle: Int, Sendable {
    /// Lines that fall to the right.
    case backwardDiagonal = 0
    /// Lines upright and level.
    case cross = 1
    /// Lines aslant, both ways.
    case diagonalCross = 2
    /// Lines that rise to the right.
    case forwardDiagonal = 3
    /// Level lines.
    case horizontal = 4
    /// Nothing.
    case null = 5
    /// One colour.
    case solid = 6
    /// Upright lines.
    case vertical = 7
}

/// How an area is drawn.
public class AGSFillSymbol: AGSSymbol {
    /// The colour within.
    public var color: AGSColor
    /// The line around it; nil for none.
    public var outline: AGSLineSymbol?

    init(color: AGSColor, outline: AGSLineSymbol?) { (self.color, self.outline) = (color, outline) }
}

/// An area of one colour, or of simple lines.
public final class AGSSimpleFillSymbol: AGSFillSymbol {
    /// How it is filled.
    public var style: AGSSimpleFillSymbolStyle

    /// An area.
    public init(style: AGSSimpleFillSymbolStyle, color: AGSColor, outline: AGSLineSymbol?) {
        self.style = style
        super.init(color: color, outline: outline)
    }

    /// A black area.
    public convenience init() { self.init(style: .solid, color: .black, outline: nil) }
}
