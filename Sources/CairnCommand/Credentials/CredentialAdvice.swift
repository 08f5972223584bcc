import Cairn
import CairnTasks
import Foundation

/// What is known of the credentials there are, none of them secret, for telling what to do when a server does not get one.
struct CredentialAdvice {
    /// Where the tokens of those go that say it.
    var addresses: [URL] = []
    var hasKey = false
    var unencryptedHosts: Set<String> = []
    private var refused: URL?

    mutating func note(_ challenge: CredentialChallenge) {
        switch challenge.reason {
        case .tokenRequired, .tokenRefused: refused = challenge.url
        case .signInFailed, .authentication: break
        }
    }

    func text(for error: any Error) -> String? {
        guard let error = error as? ServiceError, error.isAboutToken, let url = refused, let server = ServerAddress(url) else {
            return nil
        }
        let host = server.host.printable(upTo: 200)
        let ports = addresses.compactMap(ServerAddress.init).filter { $0.host == server.host && $0.port != server.port }.map(
            \.port)
        let isForServer = hasKey || addresses.contains { ServerAddress($0) == server }
        if isForServer, !EncryptionRule(unencryptedHosts: unencryptedHosts).admits(url) {
            return
                "There is a credential for \(host), which was held back because the address is not encrypted: use https, or allow "
                + "the host by CAIRN_UNENCRYPTED_HOSTS."
        }
        if isForServer { return "The credential that there is for \(host) is not taken, or its token has expired." }
        if let port = ports.first {
            return
                "There is a credential for port \(port) of \(host), and the service is at port \(server.port): set CAIRN_SERVER to that."
        }
        return
            "There is no credential for \(host): set CAIRN_SERVER, and CAIRN_TOKEN or CAIRN_USERNAME and CAIRN_PASSWORD, or write "
            + "them to ~/.config/cairn/credentials.json. See: \(Self.page)"
    }

    /// Where all is told: by the command that runs, if it tells of credentials.
    static var page: String {
        let command = CommandLineTool.commands.first { $0.name == CommandLine.arguments.dropFirst().first && !$0.remarks.isEmpty }
        return "cairn \(command?.name ?? GeocodeCommand.name) --help"
    }
}
