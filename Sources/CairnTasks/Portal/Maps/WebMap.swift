public import CairnCore
public import CairnGeo

/// A web map: which layers of which services are shown, above which basemap, and how.
///
/// It is the JSON of its specification, and what is changed here is changed in that: whatever else is in there stays as it is.
///
/// ```swift
/// var map = try await item.webMap()
/// for index in map.operationalLayers.indices { map.operationalLayers[index].isVisible = true }
/// try await item.updateData(map.json)
/// ```
///
/// It is encoded as that JSON. Two web maps are equal if their JSON is.
public struct WebMap: Sendable, Hashable {
    /// All of it.
    public private(set) var json: JSONValue

    /// A web map without layers.
    public init(spatialReference: SpatialReference = .webMercator) {
        json = ["operationalLayers": [], "version": "2.31", "authoringApp": "Cairn", "authoringAppVersion": "1"]
        json.set(spatialReference.esriJSON, "spatialReference")
    }

    /// Reads the JSON of a web map: an object that has layers, tables, a basemap or a version.
    ///
    /// - Throws: ``WebMapError``.
    public init(json: JSONValue) throws(WebMapError) {
        guard let members = json.object else { throw WebMapError(reason: "it is no JSON object") }
        let known = ["operationalLayers", "tables", "baseMap", "version"]
        guard known.contains(where: { members[$0].map { !$0.isNull } ?? false }) else {
            throw WebMapError(reason: "it has neither layers, nor tables, nor a basemap")
        }
        self.json = json
    }

    /// The layers above the basemap, the lowest first; one for each element that stands there, whatever it is.
    public var operationalLayers: [MapLayer] {
        get { layers("operationalLayers") }
        set { set(newValue, "operationalLayers") }
    }

    /// The layers above the basemap and those within groups of them, each group before what is in it.
    public var allOperationalLayers: [MapLayer] {
        // Without recursion: groups may nest as deep as they like.
        var (all, open) = ([MapLayer](), Array(operationalLayers.reversed()))
        while let layer = open.popLast() {
            all.append(layer)
            open += layer.layers.reversed()
        }
        return all
    }

    /// The tables without places.
    public var tables: [MapLayer] {
        get { layers("tables") }
        set { set(newValue, "tables") }
    }

    /// What lies below; nil if there is none.
    public var basemap: Basemap? {
        get { Basemap(json["baseMap"]) }
        set { if newValue != basemap { json.set(newValue?.json, "baseMap") } }
    }

    /// What is shown at first; nil if the map does not say, or says no place.
    public var initialExtent: Envelope? {
        get { Self.extent(json[path: Self.viewpointPath], in: spatialReference) }
        set {
            guard newValue != initialExtent else { return }
            json.set(newValue.map { Geometry.envelope($0).esriJSON }, at: Self.viewpointPath[...])
        }
    }

    /// What the map's coordinates mean; nil if it does not say so that it can be read.
    public var spatialReference: SpatialReference? {
        get { try? SpatialReference(esriJSON: json["spatialReference"]) }
        set {
            guard newValue != spatialReference else { return }
            guard let members = newValue?.esriJSON, json["spatialReference"]?.object != nil else {
                return json.set(newValue?.esriJSON, "spatialReference")
            }
            for name in ["wkid", "latestWkid", "wkt"] { json.set(members[name], "spatialReference", name) }
        }
    }

    /// The version of the specification, such as `2.31`; empty if it does not say.
    public var version: String { json["version"]?.lenientText ?? "" }
    /// The places that users have marked, as they stand there.
    public var bookmarks: [JSONValue] { json["bookmarks"]?.array ?? [] }

    private static let viewpointPath = ["initialState", "viewpoint", "targetGeometry"]

    private func layers(_ name: String) -> [MapLayer] { json[name]?.array?.map { MapLayer(json: $0) } ?? [] }

    private mutating func set(_ layers: [MapLayer], _ name: String) {
        guard layers != self.layers(name) else { return }
        json.set(.array(layers.map(\.json)), name)
    }

    private static func extent(_ json: JSONValue?, in reference: SpatialReference?) -> Envelope? {
        guard let json, let box = try? Geometry(esriJSON: json, spatialReference: reference).extent else { return nil }
        let sides = [box.xMin, box.yMin, box.xMax, box.yMax]
        return sides.allSatisfy(\.isFinite) && box.yMin <= box.yMax ? box : nil
    }
}

extension WebMap: Codable {
    /// Reads the JSON of a web map.
    ///
    /// - Throws: ``WebMapError``; what the decoder throws.
    public init(from decoder: any Decoder) throws {
        try self.init(json: JSONValue(from: decoder))
    }

    /// Writes the JSON of the web map.
    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}
