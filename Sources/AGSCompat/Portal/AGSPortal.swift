import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation

/// A portal: ArcGIS Online, an organization in it, or one of somebody's own.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSPortal: AGSLoadableRemoteResourceBase {
    /// The portal that this one drives.
    public let portal: Portal
    private let shownInfo = ShownValue<PortalInfo, AGSPortalInfo>()
    // Not the old object, which keeps this one.
    private let shownUser = ShownValue<PortalUser, NamedUser>()

    /// A portal of Cairn for old callers.
    public init(_ portal: Portal) {
        self.portal = portal
        super.init(driving: portal, at: portal.url, HeldCredential(portal.client))
    }

    /// A portal by any address of it.
    ///
    /// - Parameters:
    ///   - url: Such as `https://gis.example.com/portal`.
    ///   - loginRequired: Whether loading fails if nobody is signed in.
    public convenience init(url: URL, loginRequired: Bool) {
        self.init(Portal(url: url, connection: loginRequired ? .authenticated : .anonymous, transport: ConfiguredTransport()))
    }

    /// ArcGIS Online.
    public static func arcGISOnline(withLoginRequired loginRequired: Bool) -> AGSPortal {
        AGSPortal(url: Portal.arcGISOnlineURL, loginRequired: loginRequired)
    }

    /// Whether loading fails if nobody is signed in.
    public var loginRequired: Bool { portal.connection == .authenticated }
    /// What it says of itself: the same object until it says something else; nil until loaded.
    public var portalInfo: AGSPortalInfo? { shownInfo.object(of: portal.info, AGSPortalInfo.init) }
    /// Who is signed in: the same user, as far as he is loaded, until somebody else is; nil until loaded, and if nobody is.
    public var user: AGSPortalUser? {
        shownUser.object(of: portal.user) { [portal] in NamedUser($0, at: portal) }?.shown(at: self)
    }

    // MARK: - Finding

    /// Finds items; the results are ``AGSPortalItem``.
    @discardableResult
    public func findItems(
        with queryParams: AGSPortalQueryParameters, completion: @escaping (AGSPortalQueryResultSet?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (portal, value) = (portal, queryParams.value)
        return OperationCancelable({ try await portal.findItems(using: value) }) { set, error in
            completion(set.map { set in AGSPortalQueryResultSet(set) { AGSPortalItem($0, at: self) } }, error)
        }
    }

    /// Finds groups; the results are ``AGSPortalGroup``.
    @discardableResult
    public func findGroups(
        with queryParams: AGSPortalQueryParameters, completion: @escaping (AGSPortalQueryResultSet?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (portal, value) = (portal, queryParams.value)
        return OperationCancelable({ try await portal.findGroups(using: value) }) { set, error in
            completion(set.map { set in AGSPortalQueryResultSet(set) { AGSPortalGroup($0, at: self) } }, error)
        }
    }
}
