import AGSCompat
import CairnCore
import CairnLocalServer
import CairnTasks
import Foundation
import Testing

/// The views that have names of a web map, beside those of callers.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct MapBookmarksTests {
    private func map(_ bookmarks: JSONValue) throws -> AGSMap {
        AGSMap(
            Map(
                webMap: try WebMap(json: ["operationalLayers": [], "bookmarks": bookmarks, "spatialReference": ["wkid": 102100]]))
        )
    }

    private func bookmarks(_ map: AGSMap) async throws -> [AGSBookmark] {
        try await done { map.load(completion: $0) }
        return map.bookmarks.compactMap { $0 as? AGSBookmark }
    }

    private static let box: JSONValue = ["xmin": 1, "ymin": 2, "xmax": 3, "ymax": 4]

    @Test func `a map has the bookmarks of its web map once it is loaded, before those that were added`() async throws {
        let item = AGSMap(item: TownPortal([Self.published]).item("marked"))
        let (held, own) = (item.bookmarks, AGSBookmark(name: "Mine", viewpoint: nil))
        held.add(own)
        #expect(held.count == 1)
        let told = try await bookmarks(item)
        #expect(told.map(\.name) == ["Town", "Mine"] && told.last === own && item.bookmarks === held && held.count == 2)
        held.removeAllObjects()
        #expect(try await bookmarks(item).isEmpty && item.bookmarks.count == 0)
    }

    private static var published: PublishedItem {
        var item = PublishedItem(id: "marked", type: .webMap, title: "Marked", owner: "ann")
        item.content = .json(["bookmarks": [["name": "Town", "extent": box]], "version": "2.31"])
        return item
    }

    @Test func `a bookmark shows its viewpoint, or else its extent, in the map's coordinates if it says no others`() async throws
    {
        let degrees: JSONValue = ["x": 9, "y": 47, "spatialReference": ["wkid": 4326]]
        let told = try await bookmarks(
            map([
                ["name": "Box", "extent": Self.box],
                ["name": "Both", "extent": Self.box, "viewpoint": ["scale": 500, "rotation": 30, "targetGeometry": Self.box]],
                ["name": "Place", "viewpoint": ["scale": 500, "targetGeometry": degrees]],
                ["name": "Odd", "extent": Self.box, "viewpoint": ["targetGeometry": ["xmin": "far"]]],
            ]))
        #expect(told.map(\.name) == ["Box", "Both", "Place", "Odd"])
        let views = told.compactMap(\.viewpoint)
        #expect(views.map(\.viewpointType) == [.boundingGeometry, .boundingGeometry, .centerAndScale, .boundingGeometry])
        #expect(views.map(\.rotation) == [0, 30, 0, 0] && views[2].targetScale == 500)
        #expect(views.map { $0.targetGeometry.spatialReference?.wkid } == [102100, 102100, 4326, 102100])
        #expect(views.map(\.targetGeometry.extent.xMin) == [1, 1, 9, 1])
    }

    @Test func `what is no bookmark is none, and one without a place has its name`() async throws {
        let told = try await bookmarks(
            map([7, "x", .null, [], ["name": 7], ["name": "Nowhere"], ["name": "Bad", "extent": ["xmin": "NaN", "ymin": 0]]]))
        #expect(told.map(\.name) == ["", "Nowhere", "Bad"] && told.allSatisfy { $0.viewpoint == nil })
        #expect(try await bookmarks(map("none")).isEmpty)
    }
}
