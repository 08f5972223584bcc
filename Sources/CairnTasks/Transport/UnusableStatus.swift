import CairnCore
import Foundation

/// What a server says of work that it is at cannot be read, or is about something else: a page of a gateway, for instance. The work may go on all the
/// same, and nothing is lost by asking again.
struct UnusableStatus: Error {
    let cause: any Error

    /// Asks how some work is.
    ///
    /// - Throws: `UnusableStatus` where somebody has answered, and what he has said is of no use; what `ask` throws else.
    static func expect<Status>(_ ask: () async throws -> Status) async throws -> Status {
        do { return try await ask() } catch let error as TransportError where error.isOfAnswer {
            throw UnusableStatus(cause: error)
        } catch let error as ServiceError where error.isOfStatusAlone && !error.isAboutCredentials {
            throw UnusableStatus(cause: error)
        }
    }
}

extension UnusableStatus: CustomStringConvertible, LocalizedError {
    /// What was answered, and what to do.
    var description: String {
        "How the work is the server does not say. \(cause.words) Try again to ask once more: the work may go on there."
    }

    /// The same as `description`.
    var errorDescription: String? { description }
}
