import Foundation

/// What a symbol that is turned keeps to.
public enum AGSSymbolAngleAlignment: Int, Sendable {
    /// The screen, however the map is turned.
    case screen = 0
    /// The map.
    case map = 1
}

/// How a point is drawn.
public class AGSMarkerSymbol: AGSSymbol {
    /// How far it is turned, clockwise, in degrees.
    public var angle: Float = 0
    /// What that is counted from.
    public var angleAlignment = AGSSymbolAngleAlignment.screen
    /// How far right of its place it is drawn, in points of a screen.
    public var offsetX: Double = 0
    /// How far above its place it is drawn, in points of a screen.
    public var offsetY: Double = 0
    /// How far right of its place the tip of a callout is, in points of a screen.
    public var leaderOffsetX: Double = 0
    /// How far above its place the tip of a callout is, in points of a screen.
    public var leaderOffsetY: Double = 0
}
