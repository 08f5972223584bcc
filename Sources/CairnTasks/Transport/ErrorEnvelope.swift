import CairnCore
import Foundation

/// Finds the failure in an answer: services wrap it in seven ways, mostly with HTTP status 200.
enum ErrorEnvelope {
    /// The failure that a JSON answer holds, or nil if it is a result.
    static func error(in json: JSONValue?, _ response: HTTPResponse, url: URL) -> ServiceError? {
        let retryAfter = response.retryAfter()
        func failure(_ code: Int, _ message: String, _ details: [String] = []) -> ServiceError {
            ServiceError(code: code, message: message, details: details, url: url, retryAfter: retryAfter)
        }
        let status = response.status
        if let error = json?["error"], !error.isNull {
            // OAuth answers with a word in `error` and a sentence beside it.
            let message =
                error["message"]?.string ?? error["description"]?.string
                ?? json?["error_description"]?.string ?? error.string ?? "unknown error"
            let code = error["code"]?.int ?? error["code"]?.string.flatMap { Int($0) } ?? (status >= 400 ? status : 500)
            return failure(code, message, details(of: error))
        }
        if let json, let nested = statusFailure(in: json, failure) { return nested }
        if status >= 400 {
            let message = json?["message"]?.string ?? HTTPURLResponseText.reason(status)
            return failure(status, message)
        }
        return nil
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
