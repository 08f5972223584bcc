import CairnTasks
public import Foundation

/// What a user has said of an item.
public final class AGSPortalItemComment: NSObject, Sendable {
    private let value: PortalComment

    init(_ value: PortalComment) {
        self.value = value
    }

    /// The comment's id.
    public var commentID: String { value.id }
    /// What is said.
    public var comment: String { value.text }
    /// Who says it.
    public var owner: String { value.owner }
    /// When.
    public var created: Date? { value.created }
}
