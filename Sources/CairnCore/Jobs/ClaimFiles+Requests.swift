import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// `ID.request` lists what is asked of the run that has the job, `TOKEN COMMAND` a line.
///
/// It is written, read and removed only under the lock of `owners/lock`: what has been posted is taken once. No request
/// outlives the run it is addressed to, and no run a power cut: so nothing is flushed. Lines that are no requests are
/// dropped, and so is what is no file.
extension ClaimFiles {
    /// More than that nobody has posted.
    private static let maximumSize = 1 << 20

    func post(_ request: JobRequest, for id: UUID) throws {
        try owners.exclusively {
            guard try isHeld(id, token: request.token) else { throw JobError.claimLost(id) }
            let file = try openList(of: id, O_WRONLY)
            let size = try file.size()
            guard size < Self.maximumSize else { throw SystemError("append to", file.path, code: EFBIG) }
            do {
                // On a line of its own, whatever half of one a process that died has left.
                try file.write(Data("\n\(request.token) \(request.command.rawValue)\n".utf8), at: size)
            } catch {
                try? file.truncate(to: size)
                throw error
            }
        }
    }

    func takeRequests(for claim: JobClaim) throws -> [JobRequest] {
        try check(claim)
        guard access(requestPath(claim.id), F_OK) == 0 else { return [] }
        return try exclusively(claim) {
            let file = try openList(of: claim.id, O_RDWR)
            let data = try file.read(upTo: min(file.size(), 2 * Self.maximumSize), at: 0)
            try dropRequests(for: claim.id)
            return data.split(separator: 0x0A).compactMap(Self.request).filter { $0.token == claim.token }
        }
    }

    /// Only to be called exclusively, and when no request there is addressed to anybody who runs.
    func dropRequests(for id: UUID) throws(SystemError) {
        let path = requestPath(id)
        if Foundation.remove(path) != 0, errno != ENOENT { throw SystemError("remove", path) }
    }

    private func openList(of id: UUID, _ flags: Int32) throws(SystemError) -> FileDescriptor {
        var status = stat()
        if lstat(requestPath(id), &status) == 0, status.st_mode & S_IFMT != S_IFREG { try dropRequests(for: id) }
        return try FileDescriptor(requestPath(id), flags | O_CREAT | O_NOFOLLOW)
    }

    private static func request(_ line: some Sequence<UInt8>) -> JobRequest? {
        let parts = String(decoding: Array(line), as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let token = Int(parts[0]), let command = JobRequest.Command(rawValue: String(parts[1]))
        else { return nil }
        return JobRequest(command, token: token)
    }
}
