import AGSCompat
import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSPortalItemTests {
    private let town = TownPortal()

    @Test func `what was emptied of an item is empty when it was sent`() async throws {
        let item = town.item("map", town.signedIn())
        try await done { item.load(completion: $0) }
        #expect(!item.snippet.isEmpty && !item.tags.isEmpty)
        (item.snippet, item.tags) = ("", [])
        try await done { item.updateProperties(completion: $0) }
        #expect(item.snippet.isEmpty && item.tags.isEmpty)
        let again = town.item("map")
        try await done { again.load(completion: $0) }
        #expect(again.snippet.isEmpty && again.tags.isEmpty && !again.title.isEmpty)
    }

    @Test func `an item is loaded, with its picture and what it holds`() async throws {
        let item = town.item("map")
        #expect(item.itemID == "map" && item.title == "" && item.thumbnail == nil && item.type == .unknown)
        try await done { item.load(completion: $0) }
        #expect(item.title == "Trees of the town" && item.type == .webMap && item.size == 0 && item.averageRating == 0)
        let picture = try #require(item.thumbnail)
        #expect(picture === item.thumbnail && picture.data == nil)
        try await done { picture.load(completion: $0) }
        #expect(picture.data == Data([1, 2, 3]) && picture.image != nil)
        let data: Data = try await answer { town.item("package").fetchData(completion: $0) }
        #expect(data == Data("zip".utf8))
        let nothing: Data = try await answer { town.item("area").fetchData(completion: $0) }
        #expect(nothing.isEmpty)
        let areas: [AGSPortalItem] = try await answer {
            item.fetchRelatedItems(with: .mapToArea, direction: .forward, completion: $0)
        }
        #expect(areas.map(\.itemID) == ["area"])
        let gone = town.item("gone")
        await #expect(throws: (any Error).self) { try await done { gone.load(completion: $0) } }
        #expect((gone.loadError as? NSError)?.domain == AGSServicesErrorDomain)
    }

    @Test func `an item is found by its address`() throws {
        let item = try #require(AGSPortalItem(url: URL(string: "https://www.arcgis.com/home/item.html?id=4bc")!))
        #expect(item.itemID == "4bc" && item.portal.url?.absoluteString == "https://www.arcgis.com")
        #expect(AGSPortalItem(url: URL(string: "https://www.arcgis.com/home")!) == nil)
    }

    @Test func `what is set is sent when that is asked for`() async throws {
        let item = town.item("map", town.signedIn())
        try await done { item.load(completion: $0) }
        item.title = "New"
        item.tags = ["a", "b"]
        #expect(item.title == "New" && item.tags == ["a", "b"])
        let before = town.item("map")
        try await done { before.load(completion: $0) }
        #expect(before.title == "Trees of the town")
        try await done { item.updateProperties(completion: $0) }
        let after = town.item("map")
        try await done { after.load(completion: $0) }
        #expect(after.title == "New" && after.tags == ["a", "b"] && item.title == "New")
        try await done { item.updateData(withJSON: #"{"version":"9"}"#, completion: $0) }
        let text: Data = try await answer { after.fetchData(completion: $0) }
        #expect(String(decoding: text, as: UTF8.self) == #"{"version":"9"}"#)
        try await done { item.update(Data([7]), completion: $0) }
        #expect(try await answer { after.fetchData(completion: $0) } == Data([7]))
        await #expect(throws: (any Error).self) { try await done { item.updateData(withJSON: "{", completion: $0) } }
        let others = town.item("map", town.signedIn("bob"))
        others.title = "Mine"
        await #expect { try await done { others.updateProperties(completion: $0) } } throws: { ($0 as NSError).code == 403 }
        #expect(others.title == "Mine")
    }

    @Test func `comments, ratings and groups`() async throws {
        let item = town.item("map", town.signedIn("bob"))
        let comment: AGSPortalItemComment = try await answer { item.addComment("Well done", completion: $0) }
        #expect(comment.comment == "Well done")
        let all: [AGSPortalItemComment] = try await answer { item.fetchComments(completion: $0) }
        #expect(all.map(\.comment) == ["Well done"] && all.first?.owner == "bob" && all.first?.created != nil)
        try await done { item.addRating(4, completion: $0) }
        await #expect(throws: (any Error).self) { try await done { item.addRating(9, completion: $0) } }
        let own = town.item("map", town.signedIn())
        let groups: [AGSPortalGroup] = try await withCheckedThrowingContinuation { continuation in
            own.fetchGroups { admin, member, other, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success((admin ?? []) + (member ?? []) + (other ?? [])))
            }
        }
        #expect(groups.map(\.groupID) == ["g1"])
        let kept: [AGSPortalGroup] = try await answer { own.unshare(with: groups, completion: $0) }
        let refused: [AGSPortalGroup] = try await answer { own.share(with: groups, completion: $0) }
        #expect(kept.isEmpty && refused.isEmpty)
        try await done { own.unshare(completion: $0) }
        await #expect(throws: (any Error).self) { try await done { town.item("map").load(completion: $0) } }
        try await done { own.share(withEveryone: true, org: false, completion: $0) }
        try await done { town.item("map").load(completion: $0) }
    }

    @Test func `an item that the portal does not have yet can be described, and not loaded`() async throws {
        let item = AGSPortalItem(portal: town.portal())
        (item.title, item.tags) = ("Mine", ["new"])
        #expect(item.title == "Mine" && item.tags == ["new"] && item.itemID.isEmpty && item.type == .unknown)
        item.type = .webMap
        #expect(item.type == .webMap && item.typeName == "Web Map")
        await #expect(throws: (any Error).self) { try await done { item.load(completion: $0) } }
    }

    @Test func `groups that an item could not be taken back from are named`() async throws {
        let stub = StubTransport { request in
            switch request.url.lastPathComponent {
            case "groups": .json(#"{"admin":[{"id":"g1","title":"Trees"}],"member":[{"id":"g2","title":"Maps"}],"other":[]}"#)
            case "unshare": .json(#"{"notUnsharedFrom":["g2"],"itemId":"x"}"#)
            case "share": .json(#"{"notSharedWith":[],"itemId":"x"}"#)
            default: .json(#"{"id":"x","owner":"ann","title":"Plan"}"#)
            }
        }
        let portal = AGSPortal(Portal(url: MapTown.root, transport: stub, credential: CredentialStore()))
        let item = AGSPortalItem(portal: portal, itemID: "x")
        await #expect { try await done { item.unshare(completion: $0) } } throws: { error in
            let error = error as NSError
            let words = error.localizedDescription
            return error.domain == AGSErrorDomain && error.code == AGSErrorCode.commonNoPermission.rawValue
                && words.contains("Maps") && !words.contains("Trees")
        }
        #expect(stub.requests.last?.form["everyone"] == "false")
    }
}
