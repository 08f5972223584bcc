import Cairn
import Foundation

/// The file of credentials: one that nobody else can read or write, or it is refused.
struct CredentialFile {
    struct Refused: LocalizedError, CredentialError {
        let path: String
        let reason: String
        var errorDescription: String? { "The credentials in \(path.printable(upTo: .max)) are not used: \(reason)." }
    }

    struct Unreadable: LocalizedError, CredentialError {
        let cause: SystemError
        var errorDescription: String? { "\(cause)" }
    }

    private static let largest = 1 << 20

    private(set) var entries: [CredentialEntry] = []
    private(set) var unencryptedHosts: [String] = []

    /// Nothing.
    private init() {}

    /// The file that the environment names, or that of the user's configuration if there is one.
    static func read(_ environment: [String: String]) throws -> CredentialFile {
        if let path = environment["CAIRN_CREDENTIALS"] { return try CredentialFile(contents(of: path), path) }
        let path = standardPath(environment)
        do {
            return try CredentialFile(contents(of: path), path)
        } catch let error as SystemError where [ENOENT, ENOTDIR].contains(error.code) {
            return CredentialFile()
        }
    }

    private static func standardPath(_ environment: [String: String]) -> String {
        let home = environment["HOME"] ?? URL.homeDirectory.path
        // As its specification has it, a relative one is ignored.
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        return folder + "/cairn/credentials.json"
    }

    private static func contents(of path: String) throws -> Data {
        let file = try FileDescriptor(regular: path, O_RDONLY)
        let privacy = try file.privacy()
        guard privacy.isOwn else {
            throw Refused(path: path, reason: "it belongs to somebody else; make one of your own, and chmod 600")
        }
        guard privacy.isPrivate else {
            throw Refused(
                path: path, reason: "its mode is \(privacy.modeText), and only you may read and write it; see: chmod 600")
        }
        guard try file.size() <= largest else { throw Refused(path: path, reason: "it is larger than 1 MiB") }
        return try file.contents()
    }

    /// Errors name the place, never what stands there.
    private init(_ data: Data, _ path: String) throws {
        func refused(_ reason: String) -> Refused { Refused(path: path, reason: reason) }
        let json: JSONValue
        do { json = try JSONValue(parsing: data) } catch let error as JSONSyntaxError {
            throw refused("it is not valid JSON at byte \(error.offset)")
        }
        guard let list = json["credentials"]?.array else { throw refused("it has no list \"credentials\"") }
        guard Set(json.object?.keys.map(\.self) ?? []).isSubset(of: ["credentials", "unencryptedHosts"]) else {
            throw refused("it has a member other than \"credentials\" and \"unencryptedHosts\"")
        }
        if let hosts = json["unencryptedHosts"] {
            guard let names = hosts.array?.map(\.string), !names.contains(nil) else {
                throw refused("\"unencryptedHosts\" is no list of the names of hosts")
            }
            unencryptedHosts = names.compactMap(\.self)
        }
        for (index, item) in list.enumerated() {
            let place = "number \(index + 1) of its credentials"
            guard let members = item.object,
                members.allSatisfy({ CredentialEntry.variables[$0.key] != nil && $0.value.string != nil })
            else {
                throw refused(
                    "\(place) has a member of another name than those that \"\(CredentialAdvice.page)\" tells, or one that is no text"
                )
            }
            guard members.values.allSatisfy({ $0.string?.isEmpty == false }) else {
                throw refused("\(place) has an empty member")
            }
            guard CredentialEntry.kinds.count(where: { !$0.isDisjoint(with: members.keys) }) <= 1 else {
                throw refused("\(place) has more than one of token, username and clientID; make an entry of each")
            }
            entries.append(CredentialEntry(members.compactMapValues(\.string)) { "\"\($0)\" in \(place) in \(path)" })
        }
    }
}
