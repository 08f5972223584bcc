import Foundation

extension HTTPRequest {
    /// Refuses what would be another request on the wire than here.
    ///
    /// - Throws: ``TransportError`` of reason ``TransportError/Reason/invalidRequest(_:)``.
    package func validate() throws(TransportError) {
        func refuse(_ why: String) throws(TransportError) -> Never { throw TransportError(.invalidRequest(why), url: url) }
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), url.host?.isEmpty == false else {
            try refuse("the address is not one of HTTP")
        }
        if url.user != nil || url.password != nil {
            try refuse("its address names a user or a password; give a Credential instead")
        }
        if body != nil, method != .post { try refuse("\(method.rawValue) sends no body") }
        for (name, value) in headers {
            let isToken = !name.isEmpty && name.utf8.allSatisfy { Self.tokenCharacters.contains($0) }
            if !isToken { try refuse("a header field has a name that is not one") }
            if value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
                try refuse("the header field \(name) holds control characters")
            }
        }
    }

    /// Those of a name (RFC 9110, 5.6.2).
    private static let tokenCharacters = Set(
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
}
