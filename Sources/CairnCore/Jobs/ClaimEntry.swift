import Foundation

/// What `ID.claim` says: `TOKEN OWNER PROCESS`.
struct ClaimEntry {
    /// What can be written, and read again.
    static let tokens = 1..<Int.max
    /// What the next token can be counted on from; 0 if there was none.
    static let lastTokens = 0..<Int.max - 1

    let token: Int
    /// No UUID if nobody has the job.
    let owner: String
    /// For people.
    let process: Int32

    /// As long as an owner's name, so that it can be written over one in place.
    static let nobody = Data(repeating: UInt8(ascii: "-"), count: 36)

    init(token: Int, owner: String, process: Int32 = getpid()) {
        self.token = token
        self.owner = owner
        self.process = process
    }

    /// Nil if that is no claim.
    init?(_ data: Data) {
        let parts = String(decoding: data, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, let token = Int(parts[0]), Self.tokens.contains(token),
            let process = Int32(parts[2])
        else { return nil }
        self.init(token: token, owner: String(parts[1]), process: process)
    }

    var data: Data { Data("\(token) \(owner) \(process)".utf8) }

    /// Where the owner's name stands.
    var ownerOffset: Int { "\(token) ".utf8.count }

    func jobOwner(seenBy other: String) -> JobOwner {
        JobOwner(token: token, name: owner == other ? "this process" : "process \(process)")
    }
}
