import CairnCore

extension ServiceRequest {
    /// What `{server}` stands for: the address that the server was asked by, such as `http://127.0.0.1:6080`.
    static let serverMark = "{server}"

    /// JSON in which the server's address stands wherever `{server}` does.
    func replacingServer(in json: JSONValue) -> JSONValue {
        Self.replace(in: json, serverAddress, JSONValue.maximumDepth)
    }

    private static func replace(in json: JSONValue, _ address: String, _ depth: Int) -> JSONValue {
        switch json {
        case .string(let text): text.contains(serverMark) ? .string(text.replacing(serverMark, with: address)) : json
        case .array(let elements) where depth > 0: .array(elements.map { replace(in: $0, address, depth - 1) })
        case .object(let members) where depth > 0: .object(members.mapValues { replace(in: $0, address, depth - 1) })
        default: json
        }
    }
}
