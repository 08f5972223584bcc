import AGSCompat
import CairnCore
import CairnLocalServer
import CairnTasks
import Foundation

/// A portal of a town on a server of this process, as old code sees it.
@MainActor
struct TownPortal {
    static let users = ["ann": "a long password", "bob": "another password"]
    let server: LocalServer

    init(_ more: [PublishedItem] = []) {
        var map = PublishedItem(id: "map", type: .webMap, title: "Trees of the town", owner: "ann")
        map.content = .json([
            "version": "2.31", "spatialReference": ["wkid": 102100],
            "operationalLayers": [
                [
                    "id": "trees", "layerType": "ArcGISFeatureLayer", "title": "Trees", "itemId": "package",
                    "url": "{server}/arcgis/rest/services/Trees/FeatureServer/0", "visibility": false, "opacity": 0.5,
                    "layerDefinition": ["definitionExpression": "KIND = 'oak'"],
                ],
                [
                    "id": "g", "layerType": "GroupLayer", "title": "Group",
                    "layers": [["id": "t", "layerType": "ArcGISTiledMapServiceLayer", "url": "{server}/T"]],
                ],
                ["id": "w", "layerType": "WMS", "title": "Other"],
            ],
            "tables": [["url": "{server}/arcgis/rest/services/Trees/FeatureServer/1"]],
            "baseMap": [
                "title": "Base",
                "baseMapLayers": [
                    ["id": "b", "layerType": "ArcGISMapServiceLayer", "url": "{server}/M"],
                    ["id": "r", "layerType": "VectorTileLayer", "styleUrl": "{server}/S", "isReference": true],
                ],
            ],
        ])
        map.thumbnail = .data(Data([1, 2, 3]), type: "image/png")
        map.relatedItemIDs[.mapToArea] = ["area"]
        map.properties = ["extent": [[9, 47], [10, 48]], "snippet": "x"]
        map.snippet = "Where they stand"
        map.tags = ["trees"]
        map.groupIDs = ["g1"]
        var area = PublishedItem(id: "area", type: .mapArea, title: "North", owner: "ann")
        area.folder = "Areas"
        var package = PublishedItem(id: "package", type: .mobileMapPackage, title: "Package", owner: "bob")
        package.content = .data(Data("zip".utf8), type: "application/octet-stream")
        let groups: JSONValue = [["id": "g1", "title": "Maps", "owner": "ann", "users": ["bob"]]]
        let portal = PublishedPortal(
            [map, area, package] + more, name: "Town",
            properties: [
                "groups": groups, "basemapGalleryGroupQuery": "title:Maps", "urlKey": "town", "featuredItemsGroupQuery": "id:g1",
                "featuredGroups": [["owner": "ann", "title": "Maps"]], "homePageFeaturedContent": "id:g1",
                "helperServices": ["geocode": [["url": "{server}/G"]], "route": ["url": "{server}/R"]],
                "defaultBasemap": [
                    "title": "Streets", "baseMapLayers": [["layerType": "ArcGISTiledMapServiceLayer", "url": "{server}/B"]],
                ],
            ])
        server = LocalServer(portal: portal, users: Self.users)
    }

    /// With a store of its own: that of all others is left alone.
    func portal(loginRequired: Bool = false) -> AGSPortal {
        AGSPortal(
            Portal(
                url: URL(string: "http://localhost")!, connection: loginRequired ? .authenticated : .anonymous, transport: server,
                credential: CredentialStore()))
    }

    func signedIn(_ user: String = "ann") -> AGSPortal {
        let portal = portal(loginRequired: true)
        portal.credential = AGSCredential(user: user, password: Self.users[user] ?? "")
        return portal
    }

    func item(_ id: String, _ portal: AGSPortal? = nil) -> AGSPortalItem {
        AGSPortalItem(portal: portal ?? self.portal(), itemID: id)
    }
}
