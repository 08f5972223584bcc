public import CairnCore
public import Foundation
import Synchronization

/// A portal: ArcGIS Online, an organization in it, or one of somebody's own. It knows users, and keeps their maps and files.
///
/// ```swift
/// let portal = Portal(url: URL(string: "https://gis.example.com/portal")!)
/// try await portal.signIn(username: "ann", password: password)
/// for map in try await portal.findItems(using: .items(ofType: .webMap, searchText: "trees")).results {
///     print(map.info?.title ?? map.id)
/// }
/// ```
///
/// Every operation throws ``ServiceError`` and ``TransportError`` if the portal fails, or its answer does not say what it must; ``PortalError``;
/// `CancellationError` if the calling task is cancelled.
public final class Portal: Loadable {
    /// Who a portal is for.
    public enum Connection: String, Sendable, Hashable, Codable {
        /// Anybody; somebody if there is a credential.
        case anonymous
        /// Somebody: loading fails if nobody is signed in, once the credentials' challenge handler was asked.
        case authenticated
    }

    /// What a portal has said of itself, and who it takes whoever asks for.
    struct Loaded: Sendable {
        let info: PortalInfo
        let user: PortalUser?
    }

    private struct State: Sendable {
        var loaded: Loaded?
        /// What the last sign-in has found, and how many there were.
        var signedIn: Loaded?
        var signIns = 0
    }

    /// ArcGIS Online.
    public static let arcGISOnlineURL = URL(string: "https://www.arcgis.com")!

    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// The portal itself, such as `https://gis.example.com/portal`.
    public let url: URL
    /// Who it is for.
    public let connection: Connection
    package let client: ServiceClient
    private let state = Mutex(State())

    /// A portal.
    ///
    /// - Parameters:
    ///   - url: Any address of it that people have: `https://host/portal`, its `…/home` pages, `…/sharing/rest`.
    ///   - connection: Who it is for.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking; nil for ``CredentialStore/standard``.
    public init(
        url: URL, connection: Connection = .anonymous, transport: any HTTPTransport = .standard,
        credential: (any Credential)? = nil
    ) {
        self.url = PortalAddress.portal(url)
        self.connection = connection
        client = ServiceClient(url: PortalAddress.rest(of: self.url), transport: transport, credential: credential)
    }

    /// ArcGIS Online.
    public static func arcGISOnline(
        connection: Connection = .anonymous, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil
    ) -> Portal {
        Portal(url: arcGISOnlineURL, connection: connection, transport: transport, credential: credential)
    }

    /// Where its REST interface is, such as `https://gis.example.com/portal/sharing/rest`.
    public var restURL: URL { client.url }
    /// What it says of itself, to who asks; nil until loaded.
    public var info: PortalInfo? { state.withLock { $0.loaded?.info } }
    /// Who is signed in; nil until loaded, and if nobody is.
    public var user: PortalUser? { state.withLock { $0.loaded?.user } }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let signIns = state.withLock(\.signIns)
        let found: Result<Loaded, any Error>
        do { found = .success(try await asked()) } catch { found = .failure(error) }
        // What was asked before somebody signed in is of nobody, or of somebody else.
        try state.withLock { $0.loaded = $0.signIns == signIns ? try found.get() : $0.signedIn }
    }

    private func asked() async throws -> Loaded {
        // First, so that a portal that anybody may ask demands a token.
        let user = connection == .authenticated ? try await signedInUser() : nil
        let value = try await described()
        return Loaded(info: value.info, user: user ?? value.user)
    }

    private func described() async throws -> Loaded {
        let answer = try await ask("portals/self")
        let user = try? answer.optional("user").map { try PortalUser($0) }
        return Loaded(info: try PortalInfo(answer), user: user)
    }

    private func signedInUser() async throws -> PortalUser {
        let answer = try await ask("community/self")
        if try answer.optional("username") == nil { throw try await nameless(answer) }
        return try PortalUser(answer)
    }

    /// Why an answer that should say who is signed in does not.
    private func nameless(_ answer: AnswerPart) async throws -> any Error {
        guard try await client.credentials.token(for: restURL, replacing: nil) != nil else {
            return PortalError.notSignedIn(url: url.absoluteString)
        }
        let kind = answer.json.object?.isEmpty == true ? "is empty" : "names no user (username)"
        return answer.refusal(
            "\(kind), though a token was sent. Look whether the credential is that of a user, or ask who runs the portal")
    }

    /// Signs in: asks the portal where it issues tokens, gets one, and has the portal's credentials hold it for its host and port, so that its
    /// services are asked as that user, too, by whatever asks the same ``CredentialStore``.
    ///
    /// The password goes where the portal says: over HTTPS, or to this machine, or to a host that is allowed by name.
    ///
    /// - Parameters:
    ///   - username: Who is asking.
    ///   - password: The user's password.
    ///   - unencryptedHosts: Hosts to which the password and the tokens may go without encryption, other than this machine.
    /// - Returns: Who that is.
    /// - Throws: ``PortalError/noTokens(url:)``; what asking throws. Nothing has changed then.
    @concurrent
    @discardableResult
    public func signIn(username: String, password: String, unencryptedHosts: Set<String> = []) async throws -> PortalUser {
        guard
            let credential = try await TokenCredential.credential(
                for: restURL, username: username, password: password, unencryptedHosts: unencryptedHosts,
                transport: client.transport)
        else { throw PortalError.noTokens(url: url.absoluteString) }
        let other = Portal(url: url, connection: .authenticated, transport: client.transport, credential: credential)
        let (info, user) = (try await other.described().info, try await other.signedInUser())
        client.credentials.set(credential, for: restURL)
        state.withLock { state in
            state.signIns += 1
            state.signedIn = Loaded(info: info, user: user)
            if state.loaded != nil { state.loaded = state.signedIn }
        }
        return user
    }

    /// Asks something that changes nothing.
    func ask(_ operation: String, _ parameters: [String: String] = [:]) async throws -> AnswerPart {
        let json = try await client.ask(operation, parameters, limit: ServiceClient.descriptionLimit)
        return AnswerPart(json, of: restURL.appending(path: operation))
    }

    /// Has something changed; it is sent once.
    func change(_ operation: String, _ parameters: [String: String]) async throws -> AnswerPart {
        AnswerPart(try await client.call(operation, parameters), of: restURL.appending(path: operation))
    }
}
