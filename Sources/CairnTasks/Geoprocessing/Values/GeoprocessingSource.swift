public import Foundation

/// Where something that a tool takes or gives is, if not in the value itself.
public enum GeoprocessingSource: Sendable, Hashable {
    /// At an address. One with a secret in it, such as a token, cannot be kept with a job.
    case url(URL)
    /// What was uploaded to the service before; see ``ServiceUploads``.
    case uploaded(itemID: String)
    /// An item of the portal.
    case portalItem(id: String)

    /// The address; nil for all else.
    public var url: URL? {
        if case .url(let url) = self { url } else { nil }
    }
}
