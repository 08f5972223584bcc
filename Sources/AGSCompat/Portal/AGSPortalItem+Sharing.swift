import CairnCore
import CairnTasks
import Foundation

extension AGSPortalItem {
    /// What users have said of the item.
    @discardableResult
    public func fetchComments(completion: @escaping ([AGSPortalItemComment]?, (any Error)?) -> Void) -> any AGSCancelable {
        let item = item
        return OperationCancelable({ try await item.comments() }) { comments, error in
            completion(comments?.map(AGSPortalItemComment.init), error)
        }
    }

    /// Says something of the item.
    @discardableResult
    public func addComment(
        _ comment: String, completion: @escaping (AGSPortalItemComment?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let item = item
        return OperationCancelable({ try await item.addComment(comment) }) { comment, error in
            completion(comment.map(AGSPortalItemComment.init), error)
        }
    }

    /// Rates the item, from 1 to 5.
    @discardableResult
    public func addRating(_ rating: Double, completion: @escaping ((any Error)?) -> Void) -> any AGSCancelable {
        let item = item
        return done(completion) { try await item.addRating(rating) }
    }

    /// The groups that share the item: those that whoever asks may change, is in, and the others.
    @discardableResult
    public func fetchGroups(
        completion: @escaping ([AGSPortalGroup]?, [AGSPortalGroup]?, [AGSPortalGroup]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let item = item
        return OperationCancelable({ try await item.groups() }) { groups, error in
            let shown = { (groups: [PortalGroup]) in groups.map { AGSPortalGroup($0, at: self.portal) } }
            completion(
                groups.map { shown($0.admin) }, groups.map { shown($0.member) }, groups.map { shown($0.other) }, error)
        }
    }

    /// Shares the item with everybody, or with all of the organization, or with neither.
    @discardableResult
    public func share(
        withEveryone everyone: Bool, org: Bool, completion: @escaping ((any Error)?) -> Void
    ) -> any AGSCancelable {
        let item = item
        return done(completion) { try await item.share(withEveryone: everyone, organization: org) }
    }

    /// Shares the item with groups; the completion is given those that it was not shared with.
    @discardableResult
    public func share(
        with groups: [AGSPortalGroup], completion: @escaping ([AGSPortalGroup]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (item, ids) = (item, groups.compactMap(\.groupID))
        return OperationCancelable({ try await item.share(groupIDs: ids) }) { refused, error in
            completion(refused.map { refused in groups.filter { refused.contains($0.groupID ?? "") } }, error)
        }
    }

    /// Takes the item back from everybody, and from all groups; the error names groups that it was not taken back from.
    @discardableResult
    public func unshare(completion: @escaping ((any Error)?) -> Void) -> any AGSCancelable {
        let item = item
        return done(completion) {
            let groups = try await item.groups()
            let all = groups.admin + groups.member + groups.other
            let refused = all.isEmpty ? [] : try await item.unshare(fromGroupIDs: all.map(\.id))
            try await item.share(withEveryone: false, organization: false)
            if !refused.isEmpty { throw Self.stillShared(item, refused, all) }
        }
    }

    private static func stillShared(_ item: PortalItem, _ ids: [String], _ groups: [PortalGroup]) -> NSError {
        let names = ids.map { id in groups.first { $0.id == id }?.title ?? id }.map { $0.printable(upTo: 100) }
        return AGSError.runtime(
            .commonNoPermission,
            "\((item.info?.title ?? item.id).printable(upTo: 100)) is still shared with \(names.joined(separator: ", ")). "
                + "Ask who may change these groups to take it back.")
    }

    /// Takes the item back from groups; the completion is given those that it was not taken back from.
    @discardableResult
    public func unshare(
        with groups: [AGSPortalGroup], completion: @escaping ([AGSPortalGroup]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (item, ids) = (item, groups.compactMap(\.groupID))
        return OperationCancelable({ try await item.unshare(fromGroupIDs: ids) }) { refused, error in
            completion(refused.map { refused in groups.filter { refused.contains($0.groupID ?? "") } }, error)
        }
    }
}
