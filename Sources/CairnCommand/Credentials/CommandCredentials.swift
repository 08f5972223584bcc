import Cairn
import Foundation
import Synchronization

/// Who uses the tool, as its environment and a file of his say: read when a service is first asked, so that a file that cannot be used is
/// in the way of nothing else.
final class CommandCredentials: Credential, Loadable {
    static var help: String {
        let variables = HelpTable([
            ("CAIRN_SERVER", "the server, such as https://host/arcgis"), ("CAIRN_TOKEN", "a token for it"),
            ("CAIRN_USERNAME, CAIRN_PASSWORD", "tokens are asked for at CAIRN_TOKEN_URL, by default its tokens/generateToken"),
            ("CAIRN_CLIENT_ID, CAIRN_CLIENT_SECRET", "tokens are asked for at CAIRN_PORTAL, by default ArcGIS Online"),
            ("CAIRN_API_KEY", "an API key, for the host of any service that is named"),
            ("CAIRN_UNENCRYPTED_HOSTS", "hosts to which secrets may go by http, divided by commas"),
        ])
        return """
            \(variables.wrapped("Credentials for services come from the environment, and go to the host and port of CAIRN_SERVER only:"))
            \(variables.text)
            \(variables.wrapped("and from the file CAIRN_CREDENTIALS, by default ~/.config/cairn/credentials.json, which only you may read (chmod 600):"))
              {"credentials": [{"server": "https://host/arcgis", "username": "ann", "password": "…"}]}
            \(variables.wrapped("with server, token, username, password, tokenURL, clientID, clientSecret and portal; and \"unencryptedHosts\". None is ever stored with a job."))
            """
    }

    let loader = Loader()
    private let environment: [String: String]
    private let store = CredentialStore()
    private let known = Mutex(CredentialAdvice())

    /// Those of this process.
    static let standard = CommandCredentials(ProcessInfo.processInfo.environment)

    init(_ environment: [String: String]) {
        self.environment = environment.filter { !$0.value.isEmpty }
    }

    @concurrent func performLoad() async throws {
        let file: CredentialFile
        do { file = try CredentialFile.read(environment) } catch let error as SystemError {
            throw CredentialFile.Unreadable(cause: error)
        }
        let hosts = environment["CAIRN_UNENCRYPTED_HOSTS"]?.split { ", ".contains($0) }.map(String.init) ?? []
        let unencrypted = Set(hosts + file.unencryptedHosts)
        // What is said last is asked first.
        let entries = file.entries + CredentialEntry.all(in: environment)
        known.withLock {
            $0.unencryptedHosts = unencrypted
            $0.addresses = entries.compactMap(\.address)
            $0.hasKey = environment["CAIRN_API_KEY"] != nil
        }
        let transport = PlatformTransport.standard
        for credential in try entries.map({ try $0.credential(unencrypted, transport) }) { store.add(credential) }
    }

    @concurrent func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
        try await load()
        if let token = try await store.token(for: url, replacing: rejected) { return token }
        guard let key = environment["CAIRN_API_KEY"] else { return nil }
        return try await APIKeyCredential(key, server: url, unencryptedHosts: known.withLock(\.unencryptedHosts))
            .token(for: url, replacing: rejected)
    }

    /// Says to all tasks of this process who uses it, and notes what a server wants and does not get.
    func install() {
        CredentialStore.standard.add(self)
        CredentialStore.standard.setChallengeHandler { [self] challenge in
            known.withLock { $0.note(challenge) }
            return nil
        }
    }

    /// What to do about a failure, if it is one of credentials that are not there.
    func advice(for error: any Error) -> String? { known.withLock { $0.text(for: error) } }
}
