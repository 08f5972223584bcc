public import CairnGeo
public import Foundation

/// A picture of a result, drawn by the server.
public struct GeoprocessingMapImage: Sendable, Hashable {
    /// Where the picture is.
    public var url: URL
    /// Its width in pixels; nil if the server does not say.
    public var width: Int?
    /// Its height in pixels; nil if the server does not say.
    public var height: Int?
    /// What it shows; nil if the server does not say.
    public var extent: Envelope?
    /// What it shows it at, as the denominator of the scale; nil if the server does not say.
    public var scale: Double?

    /// A picture.
    public init(url: URL, width: Int? = nil, height: Int? = nil, extent: Envelope? = nil, scale: Double? = nil) {
        self.url = url
        self.width = width
        self.height = height
        self.extent = extent
        self.scale = scale
    }
}
