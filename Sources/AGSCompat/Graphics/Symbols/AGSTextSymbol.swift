import Foundation

/// Which side of a text is at its place.
public enum AGSHorizontalAlignment: Int, Sendable {
    /// The left one.
    case left = 0
    /// The middle.
    case center = 1
    /// The right one.
    case right = 2
    /// Both.
    case justify = 3
}

/// Which height of a text is at its place.
public enum AGSVerticalAlignment: Int, Sendable {
    /// The top.
    case top = 0
    /// The middle.
    case middle = 1
    /// The line it stands on.
    case baseline = 2
    /// The bottom.
    case bottom = 3
}

/// A point as a text.
public final class AGSTextSymbol: AGSMarkerSymbol {
    /// The text.
    public var text: String
    /// Its colour.
    public var color: AGSColor
    /// How large it is, in points of a screen.
    public var size: Double
    /// Which side of it is at its place.
    public var horizontalAlignment: AGSHorizontalAlignment
    /// Which height of it is at its place.
    public var verticalAlignment: AGSVerticalAlignment
    /// The family of its font.
    public var fontFamily = ""
    /// The colour around its letters.
    public var haloColor = AGSColor.clear
    /// How wide that is, in points of a screen.
    public var haloWidth: Double = 0
    /// The colour behind it.
    public var backgroundColor = AGSColor.clear

    /// A text of a size, in points of a screen.
    public init(
        text: String, color: AGSColor, size: Double, horizontalAlignment: AGSHorizontalAlignment,
        verticalAlignment: AGSVerticalAlignment
    ) {
        (self.text, self.color, self.size) = (text, color, size)
        (self.horizontalAlignment, self.verticalAlignment) = (horizontalAlignment, verticalAlignment)
    }
}
