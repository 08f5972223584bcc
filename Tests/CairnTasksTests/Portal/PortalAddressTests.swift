import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

struct PortalAddressTests {
    @Test(arguments: [
        ("https://gis.example.com/portal", "https://gis.example.com/portal"),
        ("https://gis.example.com/portal/", "https://gis.example.com/portal"),
        ("https://gis.example.com:7443/arcgis/sharing/rest", "https://gis.example.com:7443/arcgis"),
        ("https://gis.example.com/arcgis/sharing/rest/portals/self?f=json&token=secret", "https://gis.example.com/arcgis"),
        ("https://gis.example.com/portal/sharing", "https://gis.example.com/portal"),
        ("https://gis.example.com/portal/home", "https://gis.example.com/portal"),
        ("https://gis.example.com/portal/home/index.html#top", "https://gis.example.com/portal"),
        ("https://gis.example.com/portal/home/item.html?id=4bc", "https://gis.example.com/portal"),
        ("https://gis.example.com/portal/apps/mapviewer/index.html?webmap=4bc", "https://gis.example.com/portal"),
        ("https://gis.example.com/portal/index.html", "https://gis.example.com/portal"),
        ("https://town.maps.arcgis.com", "https://town.maps.arcgis.com"),
        ("https://arcgis.com/home/", "https://www.arcgis.com"),
        ("https://www.arcgis.com/sharing/rest/", "https://www.arcgis.com"),
        ("https://ann:secret@gis.example.com/portal", "https://gis.example.com/portal"),
        ("http://127.0.0.1:6080", "http://127.0.0.1:6080"),
        ("https://gis.example.com/a%20b/home/", "https://gis.example.com/a%20b"),
    ])
    func `a portal is found by any of its addresses`(address: String, portal: String) throws {
        let found = Portal(url: try #require(URL(string: address)), transport: StubTransport { _ in .json("{}") })
        #expect(found.url.absoluteString == portal)
        #expect(found.restURL.absoluteString == portal + "/sharing/rest")
        #expect(Portal(url: found.restURL).restURL == found.restURL && Portal(url: found.url).url == found.url)
    }

    @Test(arguments: [
        ("https://www.arcgis.com/home/item.html?id=4bc", "4bc"),
        ("https://www.arcgis.com/home/item.html?sublayer=1&ID=4bc", "4bc"),
        ("https://www.arcgis.com/home/webmap/viewer.html?webmap=4bc&extent=1,2,3,4", "4bc"),
        ("https://gis.example.com/portal/apps/mapviewer/index.html?webmap=4bc", "4bc"),
        ("https://gis.example.com/portal/sharing/rest/content/items/4bc", "4bc"),
        ("https://gis.example.com/portal/sharing/rest/content/items/4bc/data?f=json", "4bc"),
        ("https://gis.example.com/portal/sharing/rest/content/users/ann/items/4bc", "4bc"),
    ])
    func `an item is found by an address of it`(address: String, id: String) throws {
        let url = try #require(URL(string: address))
        let item = try #require(PortalItem(url: url))
        #expect(item.id == id)
        #expect(PortalItem(url: item.pageURL)?.id == id)
        #expect(Map(url: item.pageURL)?.item?.id == id)
    }

    @Test(arguments: [
        "https://www.arcgis.com", "https://www.arcgis.com/home/item.html", "https://www.arcgis.com/home/item.html?id=",
        "https://www.arcgis.com/home/item.html?id=../x", "https://www.arcgis.com/home/item.html?id=a%2Fb",
        "https://gis.example.com/rest/services/X/FeatureServer?id=4bc", "https://gis.example.com/items/4bc", "file:///items/4bc",
        "https://gis.example.com/sharing/rest/content/items",
    ])
    func `what is about no item is none`(address: String) throws {
        #expect(PortalItem(url: try #require(URL(string: address))) == nil)
    }

    @Test(arguments: ["..", ".", "", "a/b", "a\\b", "a\nb", "../../other", "../\u{301}x", "a\\\u{301}b"])
    func `what would lead elsewhere is never asked for`(name: String) async {
        let stub = StubbedPortal([:])
        await #expect(throws: PortalError.self) { try await stub.portal.user(named: name) }
        await #expect(throws: PortalError.self) { try await stub.portal.userContent(of: name) }
        await #expect(throws: PortalError.self) { try await stub.portal.content(inFolder: name, of: "ann") }
        await #expect(throws: PortalError.self) { try await stub.portal.members(ofGroup: name) }
        await #expect(throws: PortalError.self) { try await stub.item(name).load() }
        await #expect(throws: PortalError.self) { try await stub.item(name).data() }
        #expect(stub.transport.requests.isEmpty)
    }
}
