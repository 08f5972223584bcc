import Dispatch
import Foundation
import Synchronization

/// What a claim of a file store stands on: gives the claim up when its last copy goes.
final class FileLease: Sendable {
    /// How much of the file of messages the record vouches for; nil until that has been looked up.
    let messageLength = Mutex<Int?>(nil)
    private let claims: ClaimFiles
    private let id: UUID
    private let token: Int

    init(_ claims: ClaimFiles, _ id: UUID, _ token: Int) {
        self.claims = claims
        self.id = id
        self.token = token
    }

    deinit {
        // Releasing waits for a lock and for the disk, and whoever drops the claim must not. Nobody is left to be told
        // of an error; after one the claim ends with this process.
        claims.owners.queue.async { [claims, id, token] in try? claims.release(id, token: token) }
    }
}
