import CairnCallbacks
import CairnCore
import CairnTasks
public import Foundation
import Synchronization

/// Somebody who has an account at a portal.
public final class AGSPortalUser: NSObject, AGSLoadable {
    /// Where.
    public let portal: AGSPortal
    private let source: NamedUser
    private var loading: LegacyLoading { source.loading }

    fileprivate init(_ source: NamedUser, at portal: AGSPortal) {
        (self.portal, self.source) = (portal, source)
    }

    /// A user by name.
    public init(portal: AGSPortal, username: String) {
        (self.portal, source) = (portal, NamedUser(username, at: portal.portal))
    }

    private var user: PortalUser? { source.user }

    /// The name that is signed in with.
    public var username: String? { source.username }
    /// The name for people; nil until loaded.
    public var fullName: String? { user?.fullName.nonEmpty }
    /// The address for mail; nil until loaded, and if the portal does not tell it.
    public var email: String? { user?.email.nonEmpty }
    /// What the user says of himself; nil until loaded.
    public var userDescription: String? { user?.description.nonEmpty }
    /// What others can find the user by.
    public var tags: [String]? { user?.tags }
    /// The organization.
    public var organizationID: String? { user?.organizationID.nonEmpty }
    /// When the account was made.
    public var created: Date? { user?.created }
    /// When it was changed.
    public var modified: Date? { user?.modified }
    /// The groups that the user is in.
    public var groups: [AGSPortalGroup]? { source.groups?.map { $0.shown(at: portal) } }
    /// The picture; nil until loaded, and if there is none.
    public var thumbnail: AGSLoadableImage? { source.thumbnail }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: source) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: source) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(source, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(source, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(source) }

    // MARK: - Content

    /// What the user has outside of folders, and the folders.
    @discardableResult
    public func fetchContent(
        completion: @escaping ([AGSPortalItem]?, [AGSPortalFolder]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (portal, name) = (portal.portal, source.username)
        return OperationCancelable({ try await portal.userContent(of: name) }) { content, error in
            let items = content?.items.map { AGSPortalItem($0, at: self.portal) }
            completion(items, content?.folders.map(AGSPortalFolder.init), error)
        }
    }

    /// What the user has in a folder; nil stands for outside of folders.
    @discardableResult
    public func fetchContent(
        inFolder folderID: String?, completion: @escaping ([AGSPortalItem]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (portal, name) = (portal.portal, source.username)
        return OperationCancelable({ () async throws -> [PortalItem] in
            guard let folderID else { return try await portal.userContent(of: name).items }
            return try await portal.content(inFolder: folderID, of: name)
        }) { items, error in
            completion(items?.map { AGSPortalItem($0, at: self.portal) }, error)
        }
    }
}

/// A user being asked for by name, or known.
final class NamedUser: Loadable {
    let loader = Loader()
    let loading = LegacyLoading()
    let username: String
    private let object = LooseObject<AGSPortalUser>()
    private let shownGroups = ShownValue<[PortalGroup], [NamedGroup]>()
    private let portal: Portal
    private let known: Mutex<PortalUser?>
    /// Always the same one, for it is loaded by itself.
    private let picture = Mutex<AGSLoadableImage?>(nil)

    init(_ username: String, at portal: Portal) {
        (self.username, self.portal) = (username, portal)
        known = Mutex(nil)
    }

    init(_ user: PortalUser, at portal: Portal) {
        (username, self.portal) = (user.username, portal)
        known = Mutex(user)
    }

    var user: PortalUser? { known.withLock(\.self) }
    var groups: [NamedGroup]? {
        shownGroups.object(of: user?.groups) { [portal] groups in groups.map { NamedGroup($0, at: portal) } }
    }

    /// The user as an old object: always the same one as long as somebody has it.
    func shown(at portal: AGSPortal) -> AGSPortalUser { object.value { AGSPortalUser(self, at: portal) } }

    var thumbnail: AGSLoadableImage? {
        guard let user, user.json["thumbnail"]?.string?.isEmpty == false else { return nil }
        return picture.withLock { picture in
            if let picture { return picture }
            let made = AGSLoadableImage { [portal] in try await portal.thumbnail(of: user) }
            picture = made
            return made
        }
    }

    @concurrent func performLoad() async throws {
        let user = try await portal.user(named: username)
        known.withLock { $0 = user }
    }
}
