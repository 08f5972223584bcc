import CairnCallbacks
import CairnCore
import CairnTasks
public import Foundation

/// Users of a portal who share items.
public final class AGSPortalGroup: NSObject {
    /// Where.
    public let portal: AGSPortal
    /// The value that this one shows.
    let group: PortalGroup

    init(_ group: PortalGroup, at portal: AGSPortal) {
        (self.group, self.portal) = (group, portal)
    }

    /// The group's id.
    public var groupID: String? { group.id }
    /// Its name.
    public var title: String? { group.title.nonEmpty }
    /// The user whose group it is.
    public var owner: String? { group.owner.nonEmpty }
    /// What it is for, in a sentence.
    public var snippet: String? { group.snippet.nonEmpty }
    /// What it is for.
    public var groupDescription: String? { group.description.nonEmpty }
    /// What it can be found by.
    public var tags: [String]? { group.tags }
    /// Whether users can join only by invitation.
    public var isInvitationOnly: Bool { group.isInvitationOnly }
    /// When it was made.
    public var created: Date? { group.created }
    /// When it was changed.
    public var modified: Date? { group.modified }

    /// Who is in it: the names of users, and of those who may change it.
    @discardableResult
    public func fetchUsers(completion: @escaping ([String]?, [String]?, (any Error)?) -> Void) -> any AGSCancelable {
        let (portal, id) = (portal.portal, group.id)
        return OperationCancelable({ try await portal.members(ofGroup: id) }) { members, error in
            completion(members?.users, members?.admins, error)
        }
    }
}
