import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

@Suite(.timeLimit(.minutes(10)))
struct PublishedPortalTests {
    private static let users = ["ann": "a long password", "bob": "another password"]
    private static let address = URL(string: "http://localhost")!
    private let folder: PortalSiteFolder
    private let server: LocalServer

    init() throws {
        folder = try PortalSiteFolder.town()
        server = LocalServer(portal: PublishedPortal(folder: folder.url), users: Self.users)
    }

    private func portal(_ user: String? = nil) async throws -> Portal {
        let portal = Portal(url: Self.address, transport: server, credential: CredentialStore())
        if let user, let password = Self.users[user] { try await portal.signIn(username: user, password: password) }
        try await portal.load()
        return portal
    }

    private func ids(_ portal: Portal, _ query: String) async throws -> [String] {
        try await portal.findItems(using: PortalQueryParameters(query: query, limit: 100)).results.map(\.id).sorted()
    }

    @Test func `a folder is a portal`() async throws {
        let portal = try await portal()
        #expect(portal.info?.name == "Town" && portal.user == nil)
        #expect(
            portal.info?.geocodeServiceURLs.map(\.absoluteString) == ["http://localhost/arcgis/rest/services/Town/GeocodeServer"])
        #expect(try await ids(portal, "") == ["area", "map", "package"])
        let map = try #require(try await portal.findItems(using: .items(ofType: .webMap)).results.first)
        #expect(map.id == "map" && map.info?.title == "Trees of the town" && map.info?.tags == ["trees", "town"])
        #expect(
            map.info?.created == Date(timeIntervalSince1970: 1_496_748_288)
                && map.info?.url?.absoluteString == "http://localhost/x")
        try await map.load()
        #expect(map.info?.extent?.xMax == 10 && map.info?.type == .webMap)
        #expect(try await map.thumbnail() == Data([0x89, 0x50, 1, 2]))
        #expect(
            try await map.webMap().operationalLayers.first?.url?.absoluteString
                == "http://localhost/arcgis/rest/services/Trees/FeatureServer/0")
        #expect(try await map.relatedItems(.mapToArea).map(\.id) == ["area"])
        let area = PortalItem(portal: portal, id: "area")
        #expect(try await area.relatedItems(.mapToArea, direction: .reverse).map(\.id) == ["map"])
        #expect(try await area.data() == nil)
        #expect(try await area.thumbnail() == nil)
        #expect(try await area.relatedItems(.mapToArea).isEmpty)
    }

    @Test func `a file is had whole, or from where it was left off`() async throws {
        let portal = try await portal()
        let file = folder.url.appending(path: "copy.mmpk")
        let content = try Data(contentsOf: folder.url.appending(path: "package/data.mmpk"))
        let item = PortalItem(portal: portal, id: "package")
        server.faults.inject(.truncate(afterBytes: 30_000), into: "data")
        await #expect(throws: TransportError.self) { try await item.downloadData(to: file) }
        try await item.downloadData(to: file)
        #expect(try Data(contentsOf: file) == content)
        #expect(try await item.data() == content)
    }

    @Test func `what is private is its owner's alone, and what is the organization's is for who has signed in`() async throws {
        let (anybody, ann, bob) = (try await portal(), try await portal("ann"), try await portal("bob"))
        #expect(ann.user?.username == "ann" && ann.user?.groups.map(\.id) == ["g1"])
        #expect(try await ids(anybody, "type:CSV").isEmpty)
        #expect(try await ids(bob, "type:CSV") == ["inner"])
        #expect(try await ids(ann, "type:CSV") == ["inner", "secret"])
        let secret = { (portal: Portal) in PortalItem(portal: portal, id: "secret") }
        #expect(try await secret(ann).data() == Data("a,b\n".utf8))
        await #expect { try await secret(anybody).load() } throws: { ($0 as? ServiceError)?.code == 499 }
        await #expect { try await secret(anybody).data() } throws: { ($0 as? ServiceError)?.code == 499 }
        await #expect { try await secret(bob).load() } throws: { ($0 as? ServiceError)?.code == 403 }
        #expect(try await bob.userContent(of: "ann").items.map(\.id) == ["inner", "map"])
        let content = try await ann.userContent(of: "ann")
        #expect(content.items.map(\.id) == ["inner", "map", "secret"] && content.folders.map(\.title) == ["Areas"])
        #expect(try await ann.content(inFolder: "Areas", of: "ann").map(\.id) == ["area"])
        await #expect(throws: ServiceError.self) { try await ann.content(inFolder: "None", of: "ann") }
    }

    @Test func `somebody must be signed in where a portal is for somebody`() async throws {
        let portal = Portal(url: Self.address, connection: .authenticated, transport: server, credential: CredentialStore())
        await #expect { try await portal.load() } throws: { ($0 as? ServiceError)?.code == 499 }
        try await portal.signIn(username: "ann", password: "a long password")
        try await portal.retryLoad()
        #expect(portal.user?.username == "ann" && portal.info?.name == "Town")
        server.expireTokens()
        #expect(try await portal.user(named: "bob").username == "bob")
        await #expect(throws: ServiceError.self) { try await portal.user(named: "nobody") }
    }

    @Test func `groups and who is in them are known`() async throws {
        let portal = try await portal()
        let group = try #require(try await portal.findGroups(using: .groups(owner: "ann")).results.first)
        #expect(group.id == "g1" && group.title == "Maps of the town")
        let members = try await portal.members(ofGroup: "g1")
        #expect(members.users == ["bob"] && members.admins == ["ann"])
        #expect(try await portal.items(ofGroup: "title:maps").map(\.id) == ["map"])
        #expect(try await PortalItem(portal: portal, id: "map").groups().other.map(\.id) == ["g1"])
        await #expect(throws: ServiceError.self) { try await portal.group(withID: "none") }
    }

    @Test func `what an owner changes is changed, and nobody else may`() async throws {
        let (ann, bob) = (try await portal("ann"), try await portal("bob"))
        let (map, others) = (PortalItem(portal: ann, id: "map"), PortalItem(portal: bob, id: "map"))
        try await map.update(["title": "New", "tags": "a,b", "id": "other", "owner": "bob"])
        try await others.load()
        #expect(others.info?.title == "New" && others.info?.tags == ["a", "b"] && others.info?.owner == "ann")
        var webMap = try await map.webMap()
        webMap.operationalLayers[0].title = "Oaks"
        try await map.updateData(webMap.json)
        #expect(try await others.webMap().operationalLayers.first?.title == "Oaks")
        let package = PortalItem(portal: bob, id: "package")
        try await package.updateData(Data([9, 8]), named: "x.mmpk")
        #expect(try await package.data() == Data([9, 8]))
        await #expect { try await others.update(["title": "x"]) } throws: { ($0 as? ServiceError)?.code == 403 }
        #expect(try await others.addComment("Well done").id.isEmpty == false)
        try await others.addRating(4)
        try await map.addRating(5)
        let comments = try await map.comments()
        #expect(comments.map(\.text) == ["Well done"] && comments.first?.owner == "bob")
        #expect(try await map.refresh().averageRating == 4.5)
        #expect(try await map.share(withEveryone: false, organization: false).isEmpty)
        await #expect(throws: ServiceError.self) { try await PortalItem(portal: self.portal(), id: "map").load() }
        try await map.share(withEveryone: true, groupIDs: ["g1"])
        try await map.unshare(fromGroupIDs: ["g1"])
        #expect(try await map.groups().admin.isEmpty)
        let anybody = try await PortalItem(portal: portal(), id: "map")
        await #expect { try await anybody.addComment("x") } throws: { ($0 as? ServiceError)?.code == 499 }
    }

    @Test func `items in memory are served as those of a folder`() async throws {
        var item = PublishedItem(id: "m", type: .webMap, title: "M")
        item.content = .json(["version": "2", "tables": [["url": "{server}/t"]]])
        item.thumbnail = .data(Data([1]), type: "image/png")
        item.relatedItemIDs[.mapToArea] = ["m2"]
        var other = PublishedItem(id: "m2", type: .image, title: "Picture")
        other.content = .data(Data([2, 3]), type: "image/png")
        let server = LocalServer(portal: PublishedPortal([item, other, item], name: "Memory"))
        let url = try await server.start()
        let portal = Portal(url: url, credential: CredentialStore())
        try await portal.load()
        #expect(portal.info?.name == "Memory")
        let map = PortalItem(portal: portal, id: "m")
        #expect(try await map.webMap().tables.first?.url?.absoluteString == "\(url)/t")
        #expect(try await map.thumbnail() == Data([1]))
        #expect(try await map.relatedItems(.mapToArea).map(\.id) == ["m2"])
        #expect(try await PortalItem(portal: portal, id: "m2").data() == Data([2, 3]))
        await #expect(throws: PortalError.noTokens(url: url.absoluteString)) {
            try await portal.signIn(username: "ann", password: "x")
        }
        await server.stop()
    }

    @Test func `what is wrong with a folder is told before anybody is answered`() async throws {
        let folder = try PortalSiteFolder()
        let gone = folder.url.appending(path: "gone")
        await #expect(throws: PublishedPortalError.noFolder(path: gone.path)) { try await PublishedPortal(folder: gone).load() }
        try folder.write("a/item.json", "[]")
        await #expect(throws: PublishedPortalError.self) { try await PublishedPortal(folder: folder.url).load() }
        try folder.write("a/item.json", "{")
        await #expect(throws: PublishedPortalError.self) { try await PublishedPortal(folder: folder.url).load() }
        try folder.write("a/item.json", #"{"title":7,"tags":{},"relatedItems":[],"groups":1e300,"created":1e300,"access":null}"#)
        try folder.write("a/data.txt", "{not json")
        let portal = PublishedPortal(folder: folder.url)
        try await portal.load()
        #expect(portal.itemIDs == ["a"])
        try folder.write("b c/item.json", "{}")
        await #expect(throws: PublishedPortalError.wrongID("b c")) { try await PublishedPortal(folder: folder.url).load() }
    }
}
