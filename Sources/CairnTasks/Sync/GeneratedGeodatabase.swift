public import CairnGeo
public import Foundation

/// A geodatabase that has been made of a feature service: where it is.
public struct GeneratedGeodatabase: Sendable, Hashable, Codable {
    /// The GeoPackage.
    public var url: URL

    /// A geodatabase in a file.
    public init(url: URL) { self.url = url }

    /// The geodatabase, a new object for each who asks; it loads itself when first asked.
    public var geodatabase: Geodatabase { Geodatabase(fileURL: url) }
}
