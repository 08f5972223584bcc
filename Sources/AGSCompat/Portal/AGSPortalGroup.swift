import CairnCallbacks
import CairnCore
import CairnTasks
public import Foundation
import Synchronization

/// Users of a portal who share items.
///
/// Groups that were found are known at once, others when they are loaded. Completions of `load` come on the main queue.
public final class AGSPortalGroup: NSObject, AGSLoadable {
    /// Where.
    public let portal: AGSPortal
    private let source: NamedGroup
    private var loading: LegacyLoading { source.loading }

    fileprivate init(_ source: NamedGroup, at portal: AGSPortal) {
        (self.portal, self.source) = (portal, source)
    }

    convenience init(_ group: PortalGroup, at portal: AGSPortal) {
        self.init(NamedGroup(group, at: portal.portal), at: portal)
    }

    /// A group by its id.
    public init(portal: AGSPortal, groupID: String) {
        (self.portal, source) = (portal, NamedGroup(groupID, at: portal.portal))
    }

    /// The value that this one shows; nil until it is known.
    var group: PortalGroup? { source.group }

    /// The group's id.
    public var groupID: String? { source.id }
    /// Its name.
    public var title: String? { group?.title.nonEmpty }
    /// The user whose group it is.
    public var owner: String? { group?.owner.nonEmpty }
    /// What it is for, in a sentence.
    public var snippet: String? { group?.snippet.nonEmpty }
    /// What it is for.
    public var groupDescription: String? { group?.description.nonEmpty }
    /// What it can be found by.
    public var tags: [String]? { group?.tags }
    /// Whether users can join only by invitation; false until it is known.
    public var isInvitationOnly: Bool { group?.isInvitationOnly ?? false }
    /// When it was made.
    public var created: Date? { group?.created }
    /// When it was changed.
    public var modified: Date? { group?.modified }

    /// Who is in it: the names of users, and of those who may change it.
    @discardableResult
    public func fetchUsers(completion: @escaping ([String]?, [String]?, (any Error)?) -> Void) -> any AGSCancelable {
        let (portal, id) = (portal.portal, source.id)
        return OperationCancelable({ try await portal.members(ofGroup: id) }) { members, error in
            completion(members?.users, members?.admins, error)
        }
    }

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
}

/// A group being asked for by its id, or known.
final class NamedGroup: Loadable {
    let loader = Loader()
    let loading = LegacyLoading()
    let id: String
    private let object = LooseObject<AGSPortalGroup>()
    private let portal: Portal
    private let known: Mutex<PortalGroup?>

    init(_ id: String, at portal: Portal) {
        (self.id, self.portal) = (id, portal)
        known = Mutex(nil)
    }

    init(_ group: PortalGroup, at portal: Portal) {
        (id, self.portal) = (group.id, portal)
        known = Mutex(group)
    }

    var group: PortalGroup? { known.withLock(\.self) }

    /// The group as an old object: always the same one as long as somebody has it.
    func shown(at portal: AGSPortal) -> AGSPortalGroup { object.value { AGSPortalGroup(self, at: portal) } }

    @concurrent func performLoad() async throws {
        let group = try await portal.group(withID: id)
        known.withLock { $0 = group }
    }
}
