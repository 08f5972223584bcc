import CairnCore
@testable import CairnTasks
import Foundation
import Testing

/// What people are told that layers are called.
struct MapLayerNameTests {
    @Test(
        arguments: [
            (["title": "Trees", "id": "a", "url": "https://x.example.com/services/Oaks/FeatureServer/0"], "Trees"),
            (["id": "a", "url": "https://x.example.com/services/Town/Oaks/FeatureServer/0"], "Oaks"),
            (["title": " \n", "id": "a", "url": "https://x.example.com/services/Old%20oaks/mapserver"], "Old oaks"),
            (
                ["id": "a", "styleUrl": "https://x.example.com/services/Streets/VectorTileServer/resources/styles/root.json"],
                "Streets"
            ),
            (
                ["id": "a", "url": "data/p1.tpkx", "offline": ["serviceURL": "https://x.example.com/services/Ground/MapServer"]],
                "Ground"
            ),
            (["id": "a", "url": "https://x.example.com/MapServer"], "a"), (["id": "a", "url": "../base.tpkx"], "a"),
            (["id": "a"], "a"), (["layerType": "WMS"], "WMS"), ([:], ""),
        ] as [(JSONValue, String)])
    func `a layer is called by its title, or else by its service, its id, or its type`(json: JSONValue, name: String) {
        #expect(MapLayer(json: json).shownName == name)
    }

    @Test func `an error names a layer that has no title`() {
        let layer = MapLayer(json: ["id": "a", "url": "https://x.example.com/services/Oaks/FeatureServer/0"])
        #expect(OfflineMapLayerError(layer, isTable: false, reason: "It is full.").title == "Oaks")
    }
}
