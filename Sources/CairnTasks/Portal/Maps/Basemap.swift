public import CairnCore

/// What lies below the layers of a map, and, of names and borders, above them.
///
/// It is the JSON of its part of a web map; see ``WebMap``.
public struct Basemap: Sendable, Hashable {
    /// All of it.
    public private(set) var json: JSONValue

    /// A basemap of layers.
    public init(title: String, layers: [MapLayer]) {
        json = ["title": .string(title), "baseMapLayers": .array(layers.map(\.json))]
    }

    /// Reads a basemap; nil if that is no JSON object.
    public init?(_ json: JSONValue?) {
        guard let json, json.object != nil else { return nil }
        self.json = json
    }

    /// Its name for people.
    public var title: String {
        get { json["title"]?.lenientText ?? "" }
        set { if newValue != title { json.set(.string(newValue), "title") } }
    }

    /// All layers, the lowest first.
    public var layers: [MapLayer] {
        get { json["baseMapLayers"]?.array?.map { MapLayer(json: $0) } ?? [] }
        set { if newValue != layers { json.set(.array(newValue.map(\.json)), "baseMapLayers") } }
    }

    /// The layers that lie below the map's own.
    public var baseLayers: [MapLayer] { layers.filter { !$0.isReference } }
    /// The layers that lie above the map's own.
    public var referenceLayers: [MapLayer] { layers.filter(\.isReference) }
}

extension Basemap: Codable {
    /// Reads a basemap.
    ///
    /// - Throws: `DecodingError` if it is no JSON object; what the decoder throws.
    public init(from decoder: any Decoder) throws {
        guard let basemap = try Basemap(JSONValue(from: decoder)) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "It is no object."))
        }
        self = basemap
    }

    /// Writes the basemap.
    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}
