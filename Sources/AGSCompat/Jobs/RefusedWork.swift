import CairnCore
import Foundation

/// What cannot be done: old factories give a job whatever they are asked for, and it fails when it is started.
struct RefusedWork: JobWork {
    static let kind = "cairn.compat.refused"
    /// The error, as it can be kept.
    let (domain, code, reason): (String, Int, String)
    /// The kind of what was asked for: a job that is restored is of the class for that. Nil if nobody has kept it.
    let refusedKind: String?

    private init(_ error: any Error, _ kind: String?) {
        let error = AGSError.legacy(error) as NSError
        (domain, code, reason) = (error.domain, error.code, error.localizedDescription)
        refusedKind = kind
    }

    @concurrent func perform(in context: JobContext<Self>) async throws {
        throw NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: reason])
    }

    /// The job that is made for objects of a class, or one that fails for what it could not be made for.
    static func orJob(for type: AGSJob.Type, _ make: () throws -> any JobProtocol) -> any JobProtocol {
        do { return try make() } catch {
            do { return try Job(RefusedWork(error, type.workKind)) } catch {
                preconditionFailure("A few plain values are encoded always.")
            }
        }
    }
}
