import CairnCore
import Foundation

/// What cannot be done: old factories give a job whatever they are asked for, and it fails when it is started.
struct RefusedWork: JobWork {
    static let kind = "cairn.compat.refused"
    /// The error, as it can be kept.
    let (domain, code, reason): (String, Int, String)

    private init(_ error: any Error) {
        let error = AGSError.legacy(error) as NSError
        (domain, code, reason) = (error.domain, error.code, error.localizedDescription)
    }

    @concurrent func perform(in context: JobContext<Self>) async throws {
        throw NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: reason])
    }

    /// The job that is made, or one that fails for what it could not be made for.
    static func orJob(_ make: () throws -> any JobProtocol) -> any JobProtocol {
        do { return try make() } catch {
            do { return try Job(RefusedWork(error)) } catch { preconditionFailure("Three plain values are encoded always.") }
        }
    }
}
