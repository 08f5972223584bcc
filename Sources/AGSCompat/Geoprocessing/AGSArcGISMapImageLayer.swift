public import Foundation

/// A map that a service draws. Nothing here shows maps: it says where this one is.
public final class AGSArcGISMapImageLayer: NSObject {
    /// The address of the map service.
    public let url: URL?

    /// A map that a service draws.
    public init(url: URL) {
        self.url = url
    }
}
