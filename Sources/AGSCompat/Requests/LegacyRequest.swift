import CairnCore
import CairnTasks
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request of an ``AGSRequestOperation``, ready to be sent.
struct LegacyRequest: Sendable {
    /// What is told while an answer comes: how many bytes are there, and how many are expected, if that is known.
    typealias Progress = @Sendable (Int, Int?) -> Void

    let client: ServiceClient
    /// What it was given of its own, whose rule about challenges counts while it is under way.
    let held: HeldCredential
    let request: HTTPRequest
    /// Where the answer goes; nil for memory.
    let outputFileURL: URL?

    /// The body of the answer; empty if it has gone to a file.
    ///
    /// - Parameter head: Told the head of the answer.
    func perform(head: @escaping @Sendable (HTTPResponseStream) -> Void, progress: @escaping Progress) async throws -> Data {
        defer { withExtendedLifetime(held) {} }
        let (request, file) = (outputFileURL == nil ? request : request.ofAnyLength, outputFileURL)
        return try await client.send(request) { answer, check in
            head(answer)
            let expected = answer.headers["content-length"].flatMap { Int($0) }
            if let file {
                try await ServiceClient.write(answer, to: file, check) { progress($0, expected) }
                return Data()
            }
            var data = Data()
            for try await chunk in answer.body {
                data += chunk
                progress(data.count, expected)
            }
            try check(HTTPResponse(status: answer.status, headers: answer.headers, body: data, url: answer.url))
            return data
        }
    }
}

extension HTTPRequest {
    /// A request of old code: its parameters where its method wants them.
    ///
    /// - Throws: An error in `AGSErrorDomain` if a parameter cannot be sent, or the address cannot hold them.
    init(_ url: URL, _ parameters: [String: Any], _ method: AGSRequestHTTPMethod) throws {
        switch method {
        case .get:
            let query = FormEncoding.encode(try Self.fields(parameters))
            guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { throw Self.refusal(url) }
            parts.percentEncodedQuery = [parts.percentEncodedQuery, query].compactMap { $0 }.filter { !$0.isEmpty }.joined(
                separator: "&")
            if parts.percentEncodedQuery?.isEmpty == true { parts.percentEncodedQuery = nil }
            guard let address = parts.url else { throw Self.refusal(url) }
            self.init(.get, address)
        case .postFormEncodeParameters:
            self = .form(url, try Self.fields(parameters))
        case .postJSON:
            let body = JSONValue.object(try parameters.mapValues { try JSONValue(parameter: $0) }).data()
            self.init(.post, url, headers: ["Content-Type": "application/json"], body: .data(body))
        }
    }

    /// A request of Foundation.
    ///
    /// - Throws: An error in `AGSErrorDomain` for a method, or a body, that is not sent here.
    init(given request: URLRequest, _ url: URL) throws {
        let method = request.httpMethod?.uppercased() ?? "GET"
        guard let known = HTTPRequest.Method(rawValue: method), request.httpBodyStream == nil else {
            let words =
                "A request is sent by GET, HEAD or POST, with a body that is at hand: not by \(method.printable(upTo: 20))"
            throw AGSError.runtime(.commonInvalidArgument, "\(words)\(request.httpBodyStream == nil ? "." : " with a stream.")")
        }
        let body: HTTPRequestBody? = request.httpBody.map { .data($0) }
        self.init(known, url, headers: request.allHTTPHeaderFields ?? [:], body: body)
        if request.timeoutInterval > 0 { timeout = .seconds(clamping: request.timeoutInterval) }
    }

    /// The same, for an answer that takes as long as it moves.
    fileprivate var ofAnyLength: HTTPRequest {
        var request = self
        (request.timeout, request.stallTimeout, request.maximumResponseSize) = (nil, request.timeout, .max)
        return request
    }

    private static func fields(_ parameters: [String: Any]) throws -> [String: String] {
        var fields: [String: String] = [:]
        for (name, value) in parameters {
            switch try JSONValue(parameter: value) {
            case .null: break
            case .string(let text): fields[name] = text
            case let json: fields[name] = String(decoding: json.data(), as: UTF8.self)
            }
        }
        return fields
    }

    private static func refusal(_ url: URL) -> any Error {
        AGSError.runtime(.commonInvalidArgument, "Parameters cannot be added to an address of \(url.host() ?? "no host").")
    }
}

extension JSONValue {
    /// - Throws: An error in `AGSErrorDomain` for what JSON does not have.
    fileprivate init(parameter value: Any) throws {
        let value = try (value as? any AGSJSONSerializable)?.toJSON() ?? value
        do { self = try JSONValue(propertyList: value) } catch {
            let words = "A parameter of the request cannot be sent: \(error.description)"
            throw AGSError.runtime(.commonInvalidArgument, words, cause: error)
        }
    }
}
