import AGSCompat
import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSPortalTests {
    private let town = TownPortal()

    @Test func `a portal is loaded, on main, and says what it is`() async throws {
        let portal = town.portal()
        #expect(portal.loadStatus == .notLoaded && portal.portalInfo == nil && portal.url?.absoluteString == "http://localhost")
        try await done { completion in
            portal.load { error in
                dispatchPrecondition(condition: .onQueue(.main))
                completion(error)
            }
        }
        let info = try #require(portal.portalInfo)
        #expect(portal.loadStatus == .loaded && portal.user == nil && !portal.loginRequired)
        #expect(
            info.organizationName == "Town" && info.organizationSubdomain == "town" && info.portalName == "Cairn" && info.isPortal
        )
        #expect(info.organizationID != nil && info.basemapGalleryGroupQuery == "title:Maps" && !info.useVectorBasemaps)
        #expect(info.helperServices?.geocodeServiceURLs?.first?.absoluteString == "http://localhost/G")
        #expect(info.helperServices?.routeServiceURL?.absoluteString == "http://localhost/R")
        #expect(info.helperServices?.serviceAreaServiceURL == nil && info.defaultBasemap?.name == "Streets")
        #expect(AGSPortal.arcGISOnline(withLoginRequired: true).url == URL(string: "https://www.arcgis.com"))
        #expect(AGSPortal(url: URL(string: "https://gis.example.com/portal/home")!, loginRequired: true).loginRequired)
    }

    @Test func `where somebody is demanded nobody is refused, and somebody is told of`() async throws {
        let nobody = town.portal(loginRequired: true)
        await #expect(throws: (any Error).self) { try await done { nobody.load(completion: $0) } }
        #expect(nobody.loadStatus == .failedToLoad)
        nobody.credential = AGSCredential(user: "ann", password: "guessed")
        await #expect(throws: (any Error).self) { try await done { nobody.retryLoad(completion: $0) } }
        #expect(!"\(nobody.loadError as Any)".contains("guessed"))
        nobody.credential = AGSCredential(user: "ann", password: "a long password")
        try await done { nobody.retryLoad(completion: $0) }
        let user = try #require(nobody.user)
        #expect(user.username == "ann" && user.fullName == "ann" && user.email == nil && user.thumbnail == nil)
        #expect(user.groups?.map(\.groupID) == ["g1"])
        let bob = AGSPortalUser(portal: nobody, username: "bob")
        try await done { bob.load(completion: $0) }
        #expect(bob.fullName == "bob" && bob.loadStatus == .loaded && bob.userDescription == nil)
        let ghost = AGSPortalUser(portal: nobody, username: "ghost")
        await #expect(throws: (any Error).self) { try await done { ghost.load(completion: $0) } }
    }

    @Test func `samples of old code search, and go on`() async throws {
        let more = (0..<30).map { PublishedItem(id: "p\($0)", type: .mobileMapPackage, title: "P\($0)") }
        let portal = TownPortal(more).portal()
        var (found, next) = ([AGSPortalItem](), AGSPortalQueryParameters?.none)
        let parameters = AGSPortalQueryParameters(forItemsOf: .mobileMapPackage, withSearch: nil)
        parameters.limit = 20
        next = parameters
        while let asked = next {
            let set: AGSPortalQueryResultSet = try await answer { portal.findItems(with: asked, completion: $0) }
            let items = try #require(set.results as? [AGSPortalItem])
            found += items
            next = set.nextQueryParameters
            #expect(set.totalResults == 31)
        }
        #expect(Set(found.map(\.itemID)).count == 31 && found.allSatisfy { $0.type == .mobileMapPackage && $0.portal === portal })
        let date = "uploaded:[0 TO \(Int(rounding: Date().timeIntervalSince1970 * 1000 + 1000) ?? 0)]"
        let maps: AGSPortalQueryResultSet = try await answer {
            portal.findItems(with: AGSPortalQueryParameters(forItemsOf: .webMap, withSearch: "trees AND \(date)"), completion: $0)
        }
        let map = try #require((maps.results as? [AGSPortalItem])?.first)
        #expect(
            map.title == "Trees of the town" && map.snippet == "Where they stand" && map.tags == ["trees"] && map.owner == "ann")
        #expect(map.extent?.xMax == 10 && map.created != nil && map.modified != nil && map.typeName == "Web Map")
    }

    @Test func `groups are found, and their items and users`() async throws {
        let portal = town.portal()
        let groups: AGSPortalQueryResultSet = try await answer {
            portal.findGroups(with: AGSPortalQueryParameters(forGroupsWithOwner: "ann", title: "Maps"), completion: $0)
        }
        let group = try #require(groups.results?.first as? AGSPortalGroup)
        #expect(group.groupID == "g1" && group.title == "Maps" && group.owner == "ann")
        let users: [String] = try await withCheckedThrowingContinuation { continuation in
            group.fetchUsers { users, admins, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success((users ?? []) + (admins ?? [])))
            }
        }
        #expect(users == ["bob", "ann"])
        let items: AGSPortalQueryResultSet = try await answer {
            portal.findItems(with: AGSPortalQueryParameters(forItemsInGroup: "g1"), completion: $0)
        }
        #expect((items.results as? [AGSPortalItem])?.map(\.itemID) == ["map"])
        let basemaps: [AGSBasemap] = try await answer { portal.fetchBasemaps(completion: $0) }
        try await done { basemaps[0].load(completion: $0) }
        #expect(basemaps.count == 1 && basemaps[0].name == "Base" && basemaps[0].baseLayers.count == 1)
        let vector: [AGSBasemap] = try await answer { portal.fetchVectorBasemaps(completion: $0) }
        let featured: [AGSPortalItem] = try await answer { portal.fetchFeaturedItems(completion: $0) }
        let home: [AGSPortalItem] = try await answer { portal.fetchHomePageFeaturedContent(completion: $0) }
        let known: [AGSPortalGroup] = try await answer { portal.fetchFeaturedGroups(completion: $0) }
        #expect(
            vector.isEmpty && featured.map(\.itemID) == ["map"] && home.map(\.itemID) == ["map"] && known.map(\.groupID) == ["g1"]
        )
        await #expect(throws: (any Error).self) {
            let _: AGSLicenseInfo = try await answer { portal.fetchLicenseInfo(completion: $0) }
        }
    }

    @Test func `a user's folders are gone through`() async throws {
        let portal = town.signedIn()
        try await done { portal.load(completion: $0) }
        let user = try #require(portal.user)
        let (items, folders): ([AGSPortalItem], [AGSPortalFolder]) = try await withCheckedThrowingContinuation { continuation in
            user.fetchContent { items, folders, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success((items ?? [], folders ?? [])))
            }
        }
        #expect(items.map(\.itemID) == ["map"] && folders.map(\.title) == ["Areas"])
        let inside: [AGSPortalItem] = try await answer { user.fetchContent(inFolder: folders.first?.folderID, completion: $0) }
        #expect(inside.map(\.itemID) == ["area"] && inside.first?.folderID == "Areas" && inside.first?.type == .mapArea)
        let outside: [AGSPortalItem] = try await answer { user.fetchContent(inFolder: nil, completion: $0) }
        #expect(outside.map(\.itemID) == ["map"])
    }

    @Test func `a load that is cancelled says so, and stays failed until it is tried again`() async throws {
        let gate = Gate()
        let transport = StubTransport { _ in
            try await gate.pass()
            return .json(#"{"id":"O1"}"#)
        }
        let portal = AGSPortal(
            Portal(url: URL(string: "https://gis.example.com")!, transport: transport, credential: CredentialStore()))
        let error: (any Error)? = await withCheckedContinuation { continuation in
            portal.load { continuation.resume(returning: $0) }
            portal.cancelLoad()
        }
        #expect((error as NSError?)?.code == NSUserCancelledError && portal.loadStatus == .failedToLoad)
        let found: (any Error)? = await withCheckedContinuation { continuation in
            let query = portal.findItems(with: AGSPortalQueryParameters(query: "x")) { _, error in
                continuation.resume(returning: error)
            }
            query.cancel()
        }
        #expect((found as NSError?)?.code == NSUserCancelledError)
        gate.open()
        try await done { portal.retryLoad(completion: $0) }
        #expect(portal.loadStatus == .loaded)
    }

    @Test func `every kind of item has one name`() {
        for type in AGSPortalItemType.allCases where type != .unknown {
            let item = AGSPortalItem(PortalItem(portal: town.portal().portal, id: "x"))
            #expect(item.type == .unknown)
            let query = AGSPortalQueryParameters(forItemsOf: type, withSearch: nil).query ?? ""
            #expect(query.hasPrefix("type:\""), "\(type)")
        }
        #expect(AGSPortalQueryParameters(forItemsOf: .unknown, withSearch: "x").query == #"type:"unknown" AND (x)"#)
        #expect(AGSPortalQueryParameters(forItemsOf: .CSV, inGroup: "g").query == #"group:"g" AND type:"CSV""#)
        let owned = AGSPortalQueryParameters(forItemsOf: .CSV, owner: "ann", searchString: "x")
        #expect(owned.query == #"type:"CSV" AND owner:"ann" AND (x)"#)
        #expect(AGSPortalQueryParameters(forItemsWithOwner: "a\"b", searchString: nil).query == #"owner:"a\"b""#)
        #expect(AGSPortalQueryParameters(forItemsOf: .CSV, inGroup: nil, withSearch: "x").query == #"type:"CSV" AND (x)"#)
        #expect(AGSPortalQueryParameters(query: "q", limit: 7).limit == 7)
        let names = AGSPortalItemType.allCases.map { AGSPortalQueryParameters(forItemsOf: $0, withSearch: nil).query }
        #expect(Set(names).count == names.count)
    }

    @Test func `a group is known by its id once it is loaded`() async throws {
        let group = AGSPortalGroup(portal: town.portal(), groupID: "g1")
        #expect(group.groupID == "g1" && group.title == nil && group.loadStatus == .notLoaded && !group.isInvitationOnly)
        try await done { group.load(completion: $0) }
        #expect(group.title == "Maps" && group.owner == "ann" && group.loadStatus == .loaded)
        await #expect(throws: (any Error).self) {
            try await done { AGSPortalGroup(portal: town.portal(), groupID: "none").load(completion: $0) }
        }
    }
}
