public import Foundation

/// A raster that a tool takes or gives.
public struct GeoprocessingRaster: Sendable, Hashable {
    /// Where it is.
    public var source: GeoprocessingSource
    /// What kind of file it is, such as `tif`; empty if nobody says.
    public var format: String
    /// What is at its address if that is no file, such as `ImageService`; empty if nobody says.
    public var type: String

    /// A raster at that place.
    public init(_ source: GeoprocessingSource, format: String = "", type: String = "") {
        self.source = source
        self.format = format
        self.type = type
    }

    /// Its address; nil for what was uploaded.
    public var url: URL? { source.url }
}
