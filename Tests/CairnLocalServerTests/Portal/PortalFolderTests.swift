import CairnCore
import CairnTasks
import Foundation
import Testing

@testable import CairnLocalServer

/// What is wrong with a portal's folder is told before anybody is answered.
@Suite(.timeLimit(.minutes(2)))
struct PortalFolderTests {
    private let folder: PortalSiteFolder

    init() throws { folder = try PortalSiteFolder.town() }

    private func trouble() async -> PublishedPortalError? {
        do { try await PublishedPortal(folder: folder.url).load() } catch { return error as? PublishedPortalError }
        return nil
    }

    @Test func `data that are called JSON, and are none, are refused`() async throws {
        try folder.write("map/data.json", #"{"operationalLayers": ["#)
        let trouble = await trouble()
        guard case .noJSON(let path, _)? = trouble else {
            Issue.record("\(String(describing: trouble))")
            return
        }
        #expect(path.hasSuffix("map/data.json"))
    }

    @Test func `data of any other kind are not looked into`() async throws {
        try folder.write("secret/data.csv", #"{"operationalLayers": ["#)
        try folder.write("area/data.json", "[1, 2]")
        #expect(await trouble() == nil)
    }

    @Test func `of several files nobody knows which is meant`() async throws {
        try folder.write("map/data.csv", "a,b\n")
        let trouble = await trouble()
        #expect(trouble == .severalData(path: folder.url.appending(path: "map").path, names: ["data.csv", "data.json"]))
        #expect(trouble?.description.contains("data.csv and data.json") == true)
    }

    @Test(arguments: [#""wrong""#, #""Public""#, "7", "[]", #""""#])
    func `an access that is misspelt is refused`(access: String) async throws {
        try folder.write("map/item.json", #"{"title":"Trees","access":\#(access)}"#)
        let trouble = await trouble()
        guard case .wrongAccess(let path, _)? = trouble else {
            Issue.record("\(String(describing: trouble))")
            return
        }
        #expect(path.hasSuffix("map/item.json") && trouble?.description.contains("public, org, private") == true)
    }

    @Test(arguments: [#""public""#, #""org""#, #""private""#, #""shared""#, "null"])
    func `every access that there is, is taken, and none means everybody`(access: String) async throws {
        try folder.write("map/item.json", #"{"title":"Trees","access":\#(access)}"#)
        #expect(await trouble() == nil)
    }

    @Test func `folders that are no items are named`() async throws {
        try folder.write(".git/config", "")
        let portal = PublishedPortal(folder: folder.url)
        #expect(portal.otherFolders.isEmpty)
        try await portal.load()
        #expect(portal.otherFolders == ["empty"])
        #expect(!portal.itemIDs.contains("empty"))
    }
}
