import CairnCore
import Foundation

/// Finds the failure in an answer: services wrap it in seven ways, mostly with HTTP status 200.
enum ErrorEnvelope {
    /// Why an answer is no result, or nil if it is one. The secrets of the request are taken out of what the server says.
    static func failure(
        in json: JSONValue?, _ response: HTTPResponse, url: URL, _ redaction: Redaction = Redaction()
    ) -> (any Error)? {
        if let error = envelope(in: json, response, url, redaction) { return error }
        guard response.status == 401 else { return error(in: json, response, url: url, redaction) }
        // Before the names are cut, or the rest of a secret could not be told.
        let scheme = AuthenticationSchemes.names(in: response.headers["www-authenticate"].map(redaction.text))
        return TransportError(.authenticationDemanded(scheme: scheme), url: url)
    }

    /// The failure that an answer holds, or its status is; nil if it is a result.
    static func error(
        in json: JSONValue?, _ response: HTTPResponse, url: URL, _ redaction: Redaction = Redaction()
    ) -> ServiceError? {
        if let error = envelope(in: json, response, url, redaction) { return error }
        guard response.status >= 400 else { return nil }
        let message = redaction.text(json?["message"]?.string ?? HTTPURLResponseText.reason(response.status))
        let error = ServiceError(code: response.status, message: message, url: url, retryAfter: response.retryAfter())
        return error.ofStatusAlone
    }

    private static func envelope(
        in json: JSONValue?, _ response: HTTPResponse, _ url: URL, _ redaction: Redaction
    ) -> ServiceError? {
        guard let json else { return nil }
        func failure(_ code: Int, _ message: String, _ details: [String] = []) -> ServiceError {
            ServiceError(
                code: redaction.hides(code) ? 500 : code, message: redaction.text(message), details: details.map(redaction.text),
                url: url,
                retryAfter: response.retryAfter())
        }
        guard let error = json["error"], !error.isNull, error.bool != false else { return statusFailure(in: json, failure) }
        let code = error["code"]?.int ?? error["code"]?.string.flatMap { Int($0) }
        let told = failure(
            code ?? (response.status >= 400 ? response.status : 500), message(of: error, in: json), details(of: error))
        // A word alone is not how services say it: whoever stands before one may.
        return code == nil ? told.ofStatusAlone : told
    }

    /// OAuth has a word in `error` and a sentence beside it, within an envelope or without one.
    private static func message(of error: JSONValue, in json: JSONValue) -> String {
        let sentences = [error["message"], error["description"], error["error_description"], json["error_description"]]
        let words = [error["error"], error]
        return (sentences + words).lazy.compactMap { $0?.string }.first { !$0.isEmpty } ?? "unknown error"
    }

    private static func details(of error: JSONValue) -> [String] {
        error["details"]?.array?.compactMap(\.string) ?? error["details"]?.string.map { [$0] } ?? []
    }

    /// `{"code":500,"status":"failure"}`, `{"status":"failed","statusMessage":…}` and `{"success":false}`.
    ///
    /// A capital "Failed" is the state of a job, not a failure of the request.
    private static func statusFailure(
        in json: JSONValue, _ failure: (Int, String, [String]) -> ServiceError
    ) -> ServiceError? {
        let status = json["status"]?.string
        if let code = json["code"]?.int, code >= 400, status == "failure" || status == "error" {
            return failure(code, json["message"]?.string ?? "unknown error", details(of: json))
        }
        if status == "failed" || status == "failure" || status == "error" {
            let text = json["statusMessage"]?.string ?? json["message"]?.string ?? "unknown error"
            let inner = try? JSONValue(parsing: text)
            return failure(inner?["code"]?.int ?? 500, inner?["message"]?.string ?? text, [])
        }
        if json["success"]?.bool == false { return failure(500, json["message"]?.string ?? "the operation failed", []) }
        return nil
    }
}

/// The usual words for status codes.
package enum HTTPURLResponseText {
    /// The reason phrase of a status (RFC 9110).
    package static func reason(_ status: Int) -> String {
        [
            200: "OK", 206: "Partial Content", 304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
            404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 411: "Length Required",
            413: "Content Too Large", 416: "Range Not Satisfiable", 429: "Too Many Requests",
            431: "Request Header Fields Too Large",
            500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
            504: "Gateway Timeout",
        ][status] ?? "Status \(status)"
    }
}
