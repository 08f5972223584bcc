import CairnGeo

/// What the bytes of tiles are.
public enum AGSTileImageFormat: Int, Sendable {
    /// None of these, such as vector tiles.
    case unknown = -1
    /// PNG, of whatever depth.
    case png = 0
    /// PNG of 256 colours.
    case png8 = 1
    /// PNG of 24 bits a pixel.
    case png24 = 2
    /// PNG of 32 bits a pixel.
    case png32 = 3
    /// JPEG.
    case jpg = 4
    /// PNG where something shows through, and JPEG elsewhere.
    case mixed = 5
    /// Heights, in LERC.
    case lerc = 6

    private static let formats: [(AGSTileImageFormat, TileImageFormat)] = [
        (.png, .png), (.png8, .png8), (.png24, .png24), (.png32, .png32), (.jpg, .jpeg), (.mixed, .mixed), (.lerc, .lerc),
    ]

    init(_ format: TileImageFormat) {
        self = Self.formats.first { $0.1 == format }?.0 ?? .unknown
    }

    /// PNG if it is not known.
    var value: TileImageFormat { Self.formats.first { $0.0 == self }?.1 ?? .png }
}
