import CairnCore
import Foundation

/// The answer to a request that changes something did not come, or says nothing: the change may have been made.
struct LostAnswer: Error {
    let cause: any Error
    let url: URL

    /// Whether the server may be at it still: neither a gateway nor a connection that breaks tells that it has ended. What is not there may then
    /// come yet.
    var isPerhapsUnderWay: Bool {
        if let error = cause as? ServiceError { return error.code != 500 }
        return switch (cause as? TransportError)?.reason {
        case .notUnderstood, .garbled, .tooLarge, .headTooLarge: false
        default: true
        }
    }

    func unknown(_ found: String? = nil) -> EditError {
        .outcomeUnknown(url: URL.withoutQuery(url), reason: cause.words, found: found)
    }

    /// - Returns: nil for an error that says that nothing was changed: the request did not reach the service, or it has refused.
    init?(_ error: any Error, status: Int?, url: URL) {
        switch error {
        case is CancellationError: return nil
        case let error as ServiceError:
            guard status ?? 0 >= 500 || [502, 503, 504].contains(error.code), !error.isAboutToken else { return nil }
        case let error as TransportError:
            switch error.reason {
            case .refused, .unknownHost, .untrusted, .notEncrypted, .invalidRequest, .redirection, .redirectedPost,
                .authenticationDemanded:
                return nil
            default: break
            }
        default: return nil
        }
        (cause, self.url) = (error, url)
    }
}

extension ServiceClient {
    /// Sends a request that changes something: once, but for a token that the server has refused.
    ///
    /// - Parameter read: Reads the answer.
    /// - Throws: ``LostAnswer`` if the change may have been made; else as ``call(_:_:isRepeatable:)``.
    func change<Value: Sendable>(
        _ operation: String, _ request: (URL, AccessToken?) -> HTTPRequest, read: (AnswerPart) throws -> Value
    ) async throws -> Value {
        let target = url.appending(path: operation)
        return try await credentials.withToken(for: target) { token in
            let request = request(target, token)
            let redaction = Redaction(token, of: request, by: transport)
            var status: Int?
            do {
                let response = try await transport.send(request)
                status = response.status
                return try read(AnswerPart(try result(in: response, of: target, redaction), of: target))
            } catch {
                let error = redaction.error(error)
                throw LostAnswer(error, status: status, url: target) ?? error
            }
        }
    }

    /// A form that changes something. A transaction may take long.
    func changingForm(_ target: URL, _ fields: [String: String], _ token: AccessToken?) -> HTTPRequest {
        var request = request(target, fields, token)
        request.timeout = .seconds(600)
        return request
    }
}
