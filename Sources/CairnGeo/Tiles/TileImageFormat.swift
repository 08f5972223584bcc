/// What the bytes of tiles are, an open set.
public struct TileImageFormat: RawRepresentable, Sendable, Hashable, Codable {
    /// As services write it, in capitals: `PNG`, `JPEG`, `MIXED`, `PBF`.
    public let rawValue: String

    /// The format of that name, in any case of letters; `jpg` is JPEG.
    public init(rawValue: String) {
        let name = rawValue.uppercased()
        self.rawValue = name == "JPG" ? "JPEG" : name
    }

    /// PNG, of whatever depth.
    public static let png = TileImageFormat(rawValue: "PNG")
    /// PNG of 256 colours.
    public static let png8 = TileImageFormat(rawValue: "PNG8")
    /// PNG of 24 bits a pixel.
    public static let png24 = TileImageFormat(rawValue: "PNG24")
    /// PNG of 32 bits a pixel.
    public static let png32 = TileImageFormat(rawValue: "PNG32")
    /// JPEG.
    public static let jpeg = TileImageFormat(rawValue: "JPEG")
    /// PNG where something shows through, and JPEG elsewhere.
    public static let mixed = TileImageFormat(rawValue: "MIXED")
    /// Heights, in LERC.
    public static let lerc = TileImageFormat(rawValue: "LERC")
    /// WebP.
    public static let webP = TileImageFormat(rawValue: "WEBP")
    /// Vector tiles.
    public static let pbf = TileImageFormat(rawValue: "PBF")

    /// Whether tiles are images, of one format.
    var isPNG: Bool { rawValue.hasPrefix("PNG") }
}
