import AGSCompat
import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What is asked of a portal twice is the same, and as far loaded as it was.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct PortalObjectsTests {
    private func loaded(_ portal: AGSPortal) async throws -> AGSPortal {
        try await done { portal.load(completion: $0) }
        return portal
    }

    @Test func `the user of a portal is loaded when he was loaded`() async throws {
        let portal = try await loaded(TownPortal().signedIn())
        #expect(portal.user?.loadStatus == .notLoaded)
        try await done { done in portal.user?.load(completion: done) }
        #expect(portal.user?.loadStatus == .loaded && portal.user === portal.user)
        let user = portal.user
        #expect(portal.user === user && user?.portal === portal)
    }

    @Test func `the groups of a user are loaded when they were loaded`() async throws {
        let portal = try await loaded(TownPortal().signedIn())
        try await done { done in portal.user?.groups?.first?.load(completion: done) }
        #expect(portal.user?.groups?.first?.loadStatus == .loaded && portal.user?.groups?.map(\.groupID) == ["g1"])
        let group = portal.user?.groups?.first
        #expect(group != nil && portal.user?.groups?.first === group)
    }

    @Test func `the picture of a user is loaded when it was loaded`() async throws {
        let stub = StubTransport { request in
            request.url.path.contains("/info/")
                ? HTTPResponse(headers: ["Content-Type": "image/png"], body: Data([1, 2, 3]))
                : .json(#"{"id":"O","name":"Town","user":{"username":"ann","thumbnail":"ann.png"}}"#)
        }
        let portal = try await loaded(
            AGSPortal(Portal(url: URL(string: "https://portal.example")!, transport: stub, credential: CredentialStore())))
        try await done { done in portal.user?.thumbnail?.load(completion: done) }
        #expect(portal.user?.thumbnail?.loadStatus == .loaded && portal.user?.thumbnail?.data == Data([1, 2, 3]))
    }

    @Test func `the default basemap of a portal is loaded when it was loaded`() async throws {
        let portal = try await loaded(TownPortal().portal())
        #expect(portal.portalInfo === portal.portalInfo && portal.portalInfo != nil)
        try await done { done in portal.portalInfo?.defaultBasemap?.load(completion: done) }
        #expect(portal.portalInfo?.defaultBasemap?.loadStatus == .loaded)
        #expect(portal.portalInfo?.defaultVectorBasemap == nil)
    }

    @Test func `when somebody else is signed in the user is another`() async throws {
        let portal = try await loaded(TownPortal().signedIn())
        let ann = portal.user
        try await done { done in ann?.load(completion: done) }
        try await portal.portal.signIn(username: "bob", password: TownPortal.users["bob"] ?? "")
        #expect(portal.user?.username == "bob" && portal.user?.loadStatus == .notLoaded && ann?.username == "ann")
    }

    @Test func `a portal is let go, though its user was asked for`() async throws {
        weak var object: AGSPortal?
        do {
            let portal = try await loaded(TownPortal().signedIn())
            object = portal
            #expect(portal.user?.groups?.isEmpty == false && portal.portalInfo?.defaultBasemap != nil)
        }
        while object != nil { await Task.yield() }
    }

    @Test func `who asks for items of a type that is not known is given none, not all`() async throws {
        let portal = TownPortal().portal()
        func count(_ parameters: AGSPortalQueryParameters) async throws -> Int {
            let set: AGSPortalQueryResultSet = try await answer { portal.findItems(with: parameters, completion: $0) }
            return set.totalResults
        }
        #expect(try await count(AGSPortalQueryParameters(forItemsOf: .unknown, withSearch: nil)) == 0)
        #expect(try await count(AGSPortalQueryParameters(forItemsOf: .unknown, withSearch: "trees")) == 0)
        #expect(try await count(AGSPortalQueryParameters(forItemsOfTypes: [.unknown, .unknown], withSearch: nil)) == 0)
        #expect(try await count(AGSPortalQueryParameters(forItemsOf: .unknown, inGroup: "g1")) == 0)
        #expect(try await count(AGSPortalQueryParameters(forItemsOfTypes: [.unknown, .webMap], withSearch: nil)) == 1)
        #expect(try await count(AGSPortalQueryParameters(forItemsOfTypes: [], withSearch: nil)) == 3)
    }

    @Test func `any item can be asked for what it holds; one of no portal says that it cannot`() async throws {
        let town = TownPortal()
        let item: AGSItem = town.item("package", town.signedIn("bob"))
        let data: Data = try await answer { item.fetchData(completion: $0) }
        #expect(data == Data("zip".utf8))
        item.title = "Parcel"
        try await done { item.updateProperties(completion: $0) }
        let again = town.item("package")
        try await done { again.load(completion: $0) }
        #expect(again.title == "Parcel")
    }
}
