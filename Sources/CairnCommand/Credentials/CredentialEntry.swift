import Cairn
import Foundation

/// One credential as it is written down: by its members' names, which are all that an error shows of it.
struct CredentialEntry {
    struct Unusable: LocalizedError, CredentialError {
        let reason: String
        var errorDescription: String? { reason.printable(upTo: .max) }
    }

    /// The members, and the variables of the environment that say the same.
    static let variables = [
        "server": "CAIRN_SERVER", "token": "CAIRN_TOKEN", "username": "CAIRN_USERNAME", "password": "CAIRN_PASSWORD",
        "tokenURL": "CAIRN_TOKEN_URL", "clientID": "CAIRN_CLIENT_ID", "clientSecret": "CAIRN_CLIENT_SECRET",
        "portal": "CAIRN_PORTAL",
    ]

    /// What a credential of each kind has that no other has.
    static let kinds: [Set<String>] = [["token"], ["username", "password"], ["clientID", "clientSecret"]]

    private let members: [String: String]
    /// What a member is called where it was written, and where that was.
    private let name: @Sendable (String) -> String

    init(_ members: [String: String], name: @escaping @Sendable (String) -> String) {
        self.members = members
        self.name = name
    }

    /// Those of the environment: a credential of each kind that is there.
    static func all(in environment: [String: String]) -> [CredentialEntry] {
        let members = variables.compactMapValues { environment[$0] }
        return kinds.compactMap { kind in
            guard kind.contains(where: { members[$0] != nil }) else { return nil }
            let common = members.filter { kind.contains($0.key) || ["server", "tokenURL", "portal"].contains($0.key) }
            return CredentialEntry(common) { variables[$0] ?? $0 }
        }
    }

    func credential(_ unencryptedHosts: Set<String>, _ transport: any HTTPTransport) throws -> any Credential {
        if let token = members["token"] {
            return APIKeyCredential(token, server: try server(), unencryptedHosts: unencryptedHosts)
        }
        if members["clientID"] != nil || members["clientSecret"] != nil {
            return OAuthClientCredential(
                clientID: try text("clientID"), clientSecret: try text("clientSecret"),
                portal: try url("portal") ?? OAuthPortal.arcGISOnline, server: try url("server"),
                unencryptedHosts: unencryptedHosts,
                transport: transport)
        }
        return TokenCredential(
            username: try text("username"), password: try text("password"), server: try server(), tokenURL: try tokenURL(),
            unencryptedHosts: unencryptedHosts, transport: transport)
    }

    /// Where its tokens go, as far as it is said.
    var address: URL? { try? url("server") ?? url("portal") }

    private func text(_ member: String) throws -> String {
        guard let text = members[member] else { throw Unusable(reason: "\(name(member)) is missing.") }
        return text
    }

    private func url(_ member: String) throws -> URL? {
        guard let text = members[member] else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
            throw Unusable(reason: "\(name(member)) is no address of HTTP.")
        }
        guard url.user == nil, url.password == nil else {
            throw Unusable(reason: "\(name(member)) has a user or a password in it; they go into members of their own.")
        }
        return url
    }

    private func server() throws -> URL {
        guard let url = try url("server") else {
            throw Unusable(reason: "\(name("server")) is missing: it says which server the credential is for.")
        }
        return url
    }

    /// A stand-alone server issues tokens beside its services, at `…/arcgis/tokens/generateToken`.
    private func tokenURL() throws -> URL {
        if let url = try url("tokenURL") { return url }
        let server = try server()
        let context = server.pathComponents.filter { $0 != "/" }.prefix { $0.lowercased() != "rest" }.joined(separator: "/")
        var components = URLComponents(url: server, resolvingAgainstBaseURL: true)
        components?.path = "/\(context.isEmpty ? "arcgis" : context)/tokens/generateToken"
        components?.query = nil
        return components?.url ?? server
    }
}
