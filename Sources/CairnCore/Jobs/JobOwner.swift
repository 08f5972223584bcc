import Foundation

/// Who runs a job.
public struct JobOwner: Sendable, Hashable {
    /// The fencing token of its claim.
    public let token: Int
    /// Who it is, for people: "this process", "process 4711".
    public let name: String

    /// An owner; made by stores.
    public init(token: Int, name: String) {
        self.token = token
        self.name = name
    }

    /// Somebody whose name is not known yet.
    static let unknown = JobOwner(token: 0, name: "another process")
}
