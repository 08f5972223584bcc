import CairnCore
import Foundation

extension ServiceClient {
    /// Submits a job.
    ///
    /// - Returns: Its id.
    /// - Throws: ``GeoprocessingError/outcomeUnknown(task:reason:)`` if there may be one.
    func submit(_ operation: String, _ fields: [String: String]) async throws -> String {
        do {
            return try await begin(operation, fields, GeoprocessingJobStatus.jobID)
        } catch let error as ServiceError
            where error.code == 500 || error.isOfStatusAlone && !error.isAboutCredentials && error.code != 503
        {
            // It says that something went wrong, and not that there is no job; or it is not of the service.
            throw GeoprocessingError.outcomeUnknown(task: URL.withoutQuery(url), reason: error.words)
        }
    }

    /// Has something done that nobody can find again.
    ///
    /// - Throws: ``GeoprocessingError/outcomeUnknown(task:reason:)`` if it may have been done, or is being done.
    func begin<Value: Sendable>(
        _ operation: String, _ fields: [String: String], _ read: (AnswerPart) throws -> Value
    ) async throws -> Value {
        do {
            return try await change(operation) {
                changingForm($0, fields, $1)
            } read: { part in
                try read(part)
            }
        } catch let lost as LostAnswer {
            // Whoever says that he is too busy has not begun.
            if let error = lost.cause as? ServiceError, error.code == 503 { throw error }
            throw GeoprocessingError.outcomeUnknown(task: URL.withoutQuery(url), reason: lost.cause.words)
        }
    }

    /// How a job stands. By POST: nothing that lies between may answer in the server's place.
    ///
    /// - Throws: `UnusableStatus`; what the service throws.
    func jobStatus(
        _ operation: String, _ fields: [String: String], of jobID: String
    ) async throws -> GeoprocessingJobStatus {
        try await UnusableStatus.expect {
            let json = try await call(operation, fields, isRepeatable: true)
            return try GeoprocessingJobStatus(AnswerPart(json, of: url.appending(path: operation)), of: jobID)
        }
    }
}
