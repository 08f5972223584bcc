import CairnCore
import CairnTasks
import Foundation

@testable import CairnLocalServer

/// A portal's folder of one test, which goes with it.
final class PortalSiteFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ path: String, _ text: String) throws { try write(path, Data(text.utf8)) }

    func write(_ path: String, _ data: Data) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    /// A town's portal: a map, an area of it, a file, something of its owner's alone.
    static func town() throws -> PortalSiteFolder {
        let folder = try PortalSiteFolder()
        try folder.write(
            "portal.json",
            #"{"name":"Town","helperServices":{"geocode":[{"url":"{server}/arcgis/rest/services/Town/GeocodeServer"}]},"groups":[{"id":"g1","title":"Maps of the town","owner":"ann","users":["bob"]}]}"#
        )
        try folder.write(
            "map/item.json",
            #"{"title":"Trees of the town","owner":"ann","tags":["trees","town"],"groups":["g1"],"extent":[[9,47],[10,48]],"relatedItems":{"Map2Area":["area"]},"created":1496748288000,"url":"{server}/x"}"#
        )
        try folder.write(
            "map/data.json",
            #"{"operationalLayers":[{"id":"trees","layerType":"ArcGISFeatureLayer","url":"{server}/arcgis/rest/services/Trees/FeatureServer/0"}],"version":"2.31"}"#
        )
        try folder.write("map/thumbnail.png", Data([0x89, 0x50, 1, 2]))
        try folder.write("area/item.json", #"{"title":"North","type":"Map Area","owner":"ann","ownerFolder":"Areas"}"#)
        try folder.write(
            "package/item.json", #"{"title":"Package","type":"Mobile Map Package","owner":"bob","tags":"trees, offline"}"#)
        try folder.write("package/data.mmpk", Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
        try folder.write("secret/item.json", #"{"title":"Secret trees","type":"CSV","owner":"ann","access":"private"}"#)
        try folder.write("secret/data.csv", "a,b\n")
        try folder.write("inner/item.json", #"{"title":"Inner","type":"CSV","owner":"ann","access":"org"}"#)
        try folder.write("notes.txt", "no item")
        try folder.write("empty/other.txt", "no item either")
        return folder
    }
}
