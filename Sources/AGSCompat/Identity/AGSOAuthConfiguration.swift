public import Foundation

/// How an app signs in at a portal by that portal's own pages, as a value: nothing here shows pages.
public final class AGSOAuthConfiguration: NSObject {
    /// The portal; nil for ArcGIS Online.
    public let portalURL: URL?
    /// By what the portal knows the app.
    public let clientID: String
    /// Where the pages lead in the end; nil for nowhere.
    public let redirectURL: String?
    /// For how many seconds what refreshes tokens is valid; -1 for as long as possible.
    public var refreshTokenExpirationInterval = -1

    /// An app at a portal.
    public init(portalURL: URL?, clientID: String, redirectURL: String?) {
        (self.portalURL, self.clientID, self.redirectURL) = (portalURL, clientID, redirectURL)
    }
}
