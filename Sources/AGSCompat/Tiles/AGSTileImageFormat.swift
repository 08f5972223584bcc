import CairnGeo

/// What the bytes of tiles are.
public enum AGSTileImageFormat: Int, Sendable {
    /// None of these, such as vector tiles.
    case unknown = -1
    /// PNG, of whatever depth.
    case PNG = 0
    /// PNG of 256 colours.
    case PNG8 = 1
    /// PNG of 24 bits a pixel.
    case PNG24 = 2
    /// PNG of 32 bits a pixel.
    case PNG32 = 3
    /// JPEG.
    case JPG = 4
    /// PNG where something shows through, and JPEG elsewhere.
    case MIXED = 5
    /// Heights, in LERC.
    case LERC = 6

    private static let formats: [(AGSTileImageFormat, TileImageFormat)] = [
        (.PNG, .png), (.PNG8, .png8), (.PNG24, .png24), (.PNG32, .png32), (.JPG, .jpeg), (.MIXED, .mixed), (.LERC, .lerc),
    ]

    init(_ format: TileImageFormat) {
        self = Self.formats.first { $0.1 == format }?.0 ?? .unknown
    }

    /// PNG if it is not known.
    var value: TileImageFormat { Self.formats.first { $0.0 == self }?.1 ?? .png }
}
