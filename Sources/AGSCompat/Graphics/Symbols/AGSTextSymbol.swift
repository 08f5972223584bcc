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

/// How upright the letters of a text are.
public enum AGSFontStyle: Int, Sendable {
    /// Upright.
    case normal = 0
    /// In the font's own letters that lean.
    case italic = 1
    /// Leaning.
    case oblique = 2
}

/// How thick the letters of a text are.
public enum AGSFontWeight: Int, Sendable {
    /// As they are.
    case normal = 0
    /// Thicker.
    case bold = 1
}

/// The line with a text.
public enum AGSFontDecoration: Int, Sendable {
    /// None.
    case none = 0
    /// Through it.
    case lineThrough = 1
    /// Below it.
    case underline = 2
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
    /// How upright its letters are.
    public var fontStyle = AGSFontStyle.normal
    /// How thick its letters are.
    public var fontWeight = AGSFontWeight.normal
    /// The line with it.
    public var fontDecoration = AGSFontDecoration.none
    /// Whether letters that fit stand closer together.
    public var isKerningEnabled = false
    /// The colour of the outline of its letters.
    public var outlineColor = AGSColor.clear
    /// How wide that is, in points of a screen.
    public var outlineWidth: Double = 0
    /// The colour around its letters.
    public var haloColor = AGSColor.clear
    /// How wide that is, in points of a screen.
    public var haloWidth: Double = 0
    /// The colour behind it.
    public var backgroundColor = AGSColor.clear

    /// No text yet, black, of 8 points, its middle at its place.
    public convenience override init() {
        self.init(text: "", color: .black, size: 8, horizontalAlignment: .center, verticalAlignment: .middle)
    }

    /// A text of a size, in points of a screen.
    public init(
        text: String, color: AGSColor, size: Double, horizontalAlignment: AGSHorizontalAlignment,
        verticalAlignment: AGSVerticalAlignment
    ) {
        (self.text, self.color, self.size) = (text, color, size)
        (self.horizontalAlignment, self.verticalAlignment) = (horizontalAlignment, verticalAlignment)
    }
}
