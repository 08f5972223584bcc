import CairnCore
import CairnTasks
import Foundation

/// Answers what a portal is asked: the part of its REST interface that readers of items need, and some of what owners do.
struct PortalSite: Sendable {
    static let version = "2024.1"
    /// The id of the one organization, unless `portal.json` has another.
    static let organizationID = "0123456789ABCDEF"
    let shelf: ItemShelf
    /// The names of those who can sign in.
    let users: Set<String>

    init(_ portal: PublishedPortal, users: Set<String>) {
        (shelf, self.users) = (portal.shelf, users)
    }

    /// - Parameter path: What follows `sharing/rest`.
    func answer(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        try await shelf.load()
        let names = path.map { $0.lowercased() }
        switch names.first {
        case nil: return ServiceAnswer(["currentVersion": .string(Self.version)], page: page(request))
        case "info": return ServiceAnswer(info(request))
        case "portals" where names.count == 2: return ServiceAnswer(described(request))
        case "search": return try await PortalSearchPage(shelf, request).answer
        case "community": return try await community(path.dropFirst(), request)
        case "content": return try await content(Array(path.dropFirst()), request)
        case "generatetoken":
            throw ServiceFailure(code: 400, message: "Unable to generate token.", details: ["Nobody can sign in."])
        default: throw ServiceFailure(code: 400, message: "Invalid URL")
        }
    }

    private func page(_ request: ServiceRequest) -> ServicePage {
        let root = "/sharing/rest"
        let items = shelf.items.filter { $0.isVisible(to: request.user) }
        let links = [("portals/self", "\(root)/portals/self")] + items.map { ($0.title, "\(root)/content/items/\($0.id)") }
        return ServicePage(title: "Portal", links: links)
    }

    private func info(_ request: ServiceRequest) -> JSONValue {
        let root = request.serverAddress
        var authentication: JSONValue = ["isTokenBasedSecurity": .bool(!users.isEmpty)]
        if !users.isEmpty {
            authentication = [
                "isTokenBasedSecurity": true, "tokenServicesUrl": .string("\(root)/sharing/rest/generateToken"),
            ]
        }
        return ["currentVersion": .string(Self.version), "owningSystemUrl": .string(root), "authInfo": authentication]
    }

    /// What it says of itself.
    private func described(_ request: ServiceRequest) -> JSONValue {
        let host = request.serverAddress.split(separator: "/").last.map(String.init) ?? ""
        var members: [String: JSONValue] = [
            "id": .string(Self.organizationID), "name": "Cairn", "portalName": "Cairn", "isPortal": true,
            "portalMode": "singletenant",
            "portalHostname": .string(host), "access": "public", "allSSL": false, "canSearchPublic": true, "culture": "en",
            "units": "metric", "supportsOAuth": false, "helperServices": [:], "basemapGalleryGroupQuery": "",
            "currentVersion": .string(Self.version), "commentsEnabled": true,
        ]
        members.merge(shelf.properties.filter { $0.key != "groups" }) { $1 }
        if let user = request.user { members["user"] = self.user(user, asks: true) }
        return request.replacingServer(in: .object(members))
    }

    // MARK: - Users and groups

    private func user(_ name: String, asks: Bool) -> JSONValue {
        var members: [String: JSONValue] = [
            "username": .string(name), "fullName": .string(name), "description": .null, "tags": [], "access": "org",
            "thumbnail": .null, "groups": .array(groups.filter { $0["owner"]?.string == name }),
        ]
        if asks { (members["role"], members["privileges"]) = ("org_publisher", []) }
        return .object(members)
    }

    private var groups: [JSONValue] { shelf.properties["groups"]?.array?.filter { $0["id"]?.string != nil } ?? [] }

    private func community(_ path: ArraySlice<String>, _ request: ServiceRequest) async throws -> ServiceAnswer {
        let names = Array(path)
        switch (names.first?.lowercased(), names.count) {
        case ("self", 1):
            guard let user = request.user else { throw ServiceFailure.tokenRequired }
            return ServiceAnswer(self.user(user, asks: true))
        case ("users", 2):
            guard users.contains(names[1]) || shelf.items.contains(where: { $0.owner == names[1] }) else {
                throw ServiceFailure(code: 400, message: "User does not exist or is inaccessible.")
            }
            return ServiceAnswer(user(names[1], asks: names[1] == request.user))
        case ("users", 1):
            let names = users.union(shelf.items.map(\.owner)).sorted()
            return try await PortalSearchPage(names.map { user($0, asks: false) }, shelf.organizationID, request).answer
        case ("groups", 1): return try await PortalSearchPage(groups, shelf.organizationID, request).answer
        case ("groups", 2): return ServiceAnswer(try group(names[1]))
        case ("groups", 3) where names[2].lowercased() == "users":
            let owner = try group(names[1])["owner"] ?? ""
            return ServiceAnswer(["owner": owner, "admins": [owner], "users": try group(names[1])["users"] ?? []])
        default: throw ServiceFailure(code: 400, message: "Invalid URL")
        }
    }

    private func group(_ id: String) throws -> JSONValue {
        guard let group = groups.first(where: { $0["id"]?.string?.lowercased() == id.lowercased() }) else {
            throw ServiceFailure(code: 400, message: "Group does not exist or is inaccessible.")
        }
        return group
    }

    /// The groups that share an item.
    func groups(of item: PublishedItem, _ user: String?) -> JSONValue {
        let own = groups.filter { group in item.groupIDs.contains { $0 == group["id"]?.string } }
        let isAdmin = { (group: JSONValue) in user != nil && group["owner"]?.string == user }
        return ["admin": .array(own.filter(isAdmin)), "member": [], "other": .array(own.filter { !isAdmin($0) })]
    }
}
