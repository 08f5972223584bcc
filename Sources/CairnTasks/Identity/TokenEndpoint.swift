import CairnCore
import Foundation

/// The operation of a server that issues tokens.
struct TokenEndpoint: Sendable {
    let url: URL
    let rule: EncryptionRule
    let transport: any HTTPTransport

    /// Sends a form, and nothing over a connection that others can read.
    ///
    /// - Parameter secrets: What is in the fields and must not be in an error.
    func ask(
        _ fields: [String: String], hiding secrets: [String], headers: [String: String] = [:]
    ) async throws -> (json: JSONValue, response: HTTPResponse) {
        guard rule.admits(url) else {
            let reason = "nothing secret is sent to another machine without encryption; use https, or allow that host by its name"
            throw TransportError(.invalidRequest(reason), url: url)
        }
        let request = HTTPRequest.form(url, fields.merging(["f": "json"]) { own, _ in own }, headers: headers)
        let redaction = Redaction(secrets, of: transport.outgoing(request))
        let response: HTTPResponse
        do { response = try await transport.send(request) } catch { throw redaction.error(error) }
        let json = try? JSONValue(parsing: response.body)
        if let error = ErrorEnvelope.failure(in: json, response, url: url, redaction) {
            throw (error as? ServiceError)?.ofSignIn ?? error
        }
        return (json ?? .null, response)
    }

    /// The text of a member that the answer must have.
    func text(_ name: String, in json: JSONValue) throws -> String {
        guard let text = json[name]?.string, !text.isEmpty else {
            throw TransportError(.notUnderstood("it holds no token"), url: url)
        }
        return text
    }

    /// A lifetime in minutes, as forms want it.
    static func minutes(_ lifetime: Duration) -> String {
        String(max(1, Int(rounding: lifetime.seconds / 60, .down) ?? .max))
    }
}
