public import Foundation

/// The right to write one job.
public struct JobClaim: Sendable {
    /// The job.
    public let id: UUID
    /// The fencing token: larger than that of every earlier claim.
    public let token: Int
    /// What the claim stands on, such as an open file that the kernel closes with the process. Dropping it gives the
    /// claim up, soon but not at once: whoever drops it does not wait.
    public let lease: (any AnyObject & Sendable)?

    /// A claim; made by stores.
    public init(id: UUID, token: Int, lease: (any AnyObject & Sendable)? = nil) {
        self.id = id
        self.token = token
        self.lease = lease
    }
}
