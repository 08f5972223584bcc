import CairnCore
import CairnTasks
import Foundation

/// A result, in the form that was asked for.
struct ServiceAnswer: Sendable {
    private enum Content {
        /// JSON, and perhaps a page for people; nil shows the JSON.
        case json(JSONValue, ServicePage?)
        /// What has been written in the form that was asked for.
        case written(HTTPResponse)
    }

    private let content: Content

    init(_ json: JSONValue, page: ServicePage? = nil) {
        content = .json(json, page)
    }

    /// An answer in the form that was asked for.
    init(_ body: Data, _ type: String, headers: [String: String] = [:]) {
        content = .written(HTTPResponse(headers: headers.merging(["content-type": type]) { own, _ in own }, body: body))
    }

    /// What is sent as it is.
    init(_ response: HTTPResponse) {
        content = .written(response)
    }

    func response(_ request: ServiceRequest) -> HTTPResponse {
        switch content {
        case .written(let response): response
        case .json(let json, let page): Self.response(json, page, request)
        }
    }

    private static func response(_ json: JSONValue, _ page: ServicePage?, _ request: ServiceRequest) -> HTTPResponse {
        switch request.format {
        case "json": response(json.data(), "application/json;charset=utf-8")
        case "pjson": response(json.data(pretty: true), "text/plain;charset=utf-8")
        case "html":
            response(Data((page ?? ServicePage(title: request.operation, json: json)).html.utf8), "text/html;charset=utf-8")
        default:
            ServiceFailure.invalid("f", "\"\(request.format)\" is not supported; ask for json, pjson or html").response(request)
        }
    }

    static func response(_ body: Data, _ type: String) -> HTTPResponse {
        HTTPResponse(headers: ["content-type": type], body: body)
    }
}

/// A failure as ArcGIS tells it: with HTTP status 200.
struct ServiceFailure: Error {
    let code: Int
    let message: String
    var details: [String] = []

    static let invalidToken = ServiceFailure(code: 498, message: "Invalid token.")
    static let tokenRequired = ServiceFailure(code: 499, message: "Token Required")

    /// As ArcGIS says it.
    static let wrongQuery = "Cannot perform query. Invalid query parameters."

    static func invalid(_ parameter: String, _ why: String) -> ServiceFailure {
        let words = why.hasSuffix(".") ? String(why.dropLast()) : why
        return ServiceFailure(code: 400, message: wrongQuery, details: ["'\(parameter)': \(words)."])
    }

    static func notFound(_ what: String) -> ServiceFailure {
        ServiceFailure(code: 404, message: "\(what) not found")
    }

    /// A failure of any kind.
    init(_ error: any Error) {
        self = error as? ServiceFailure ?? ServiceFailure(code: 500, message: "\(error)")
    }

    init(code: Int, message: String, details: [String] = []) {
        (self.code, self.message, self.details) = (code, message, details)
    }

    func response(_ request: ServiceRequest) -> HTTPResponse {
        let error: JSONValue = [
            "code": .integer(code), "message": .string(message), "details": .array(details.map { .string($0) }),
        ]
        let json: JSONValue = ["error": error]
        if request.format == "html" {
            let page = ServicePage(title: "Error \(code)", json: json)
            return ServiceAnswer.response(Data(page.html.utf8), "text/html;charset=utf-8")
        }
        return ServiceAnswer.response(json.data(pretty: request.format == "pjson"), "application/json;charset=utf-8")
    }
}
