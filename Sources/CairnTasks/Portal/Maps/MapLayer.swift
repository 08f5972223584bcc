public import CairnCore
import CairnGeo
public import Foundation

/// A layer, or a table, of a web map.
///
/// It is the JSON of its part of a web map; what is changed here is changed in that, and all else stays as it is; see ``WebMap``.
public struct MapLayer: Sendable, Hashable, Identifiable {
    /// All of it.
    public private(set) var json: JSONValue

    /// A layer of a type.
    ///
    /// - Parameters:
    ///   - type: What it is.
    ///   - id: Its id, which no other layer of the map may have.
    ///   - title: Its name for people.
    ///   - url: Where it is.
    public init(_ type: MapLayerType, id: String = UUID().uuidString, title: String, url: URL? = nil) {
        json = [
            "id": .string(id), "layerType": .string(type.rawValue), "title": .string(title), "visibility": true, "opacity": 1,
        ]
        let name = type == .vectorTiled ? "styleUrl" : "url"
        json.set(url.map { .string($0.absoluteString) }, name)
    }

    /// A layer as it stands in a web map, whatever stands there.
    public init(json: JSONValue) {
        self.json = json
    }

    /// Its id; empty if it has none.
    public var id: String {
        get { text("id") }
        set { set(newValue, at: "id", from: id) }
    }

    /// What it is; the type of the empty name if it does not say.
    public var layerType: MapLayerType {
        get { MapLayerType(rawValue: json["layerType"]?.lenientText ?? text("type")) }
        set { set(newValue.rawValue, at: "layerType", from: layerType.rawValue) }
    }

    /// Its name for people.
    public var title: String {
        get { text("title") }
        set { set(newValue, at: "title", from: title) }
    }

    /// The address of the service, or of a layer of it; nil if it has none. It may be relative to where the map is; see ``Map/url(of:)``.
    public var url: URL? {
        get { json["url"]?.lenientURL }
        set { set(newValue, at: "url", from: url) }
    }

    /// The address of the style of vector tiles, which leads to them.
    public var styleURL: URL? {
        get { json["styleUrl"]?.lenientURL }
        set { set(newValue, at: "styleUrl", from: styleURL) }
    }

    /// The portal's item that it is; nil if it is none.
    public var itemID: String? {
        get { json["itemId"]?.lenientText.flatMap { $0.isEmpty ? nil : $0 } }
        set { if newValue != itemID { json.set(newValue.map { .string($0) }, "itemId") } }
    }

    /// Whether it is shown.
    public var isVisible: Bool {
        get { json["visibility"]?.lenientBool ?? true }
        set { if newValue != isVisible { json.set(.bool(newValue), "visibility") } }
    }

    /// How little shines through, 0…1.
    public var opacity: Double {
        get { json["opacity"]?.lenientDoubleIfFinite?.clamped(to: 0...1) ?? 1 }
        set { if newValue != opacity { json.set(.plain(newValue.clamped(to: 0...1)), "opacity") } }
    }

    /// Whether it lies above the map's own layers, though it belongs to the basemap.
    public var isReference: Bool {
        get { json["isReference"]?.lenientBool ?? false }
        set { if newValue != isReference { json.set(.bool(newValue), "isReference") } }
    }

    /// From which scale on, as the number under 1, it is shown, nearer ones included; nil for any.
    public var minScale: Double? {
        get { scale("minScale") }
        set { if newValue != minScale { setScale(newValue, "minScale") } }
    }

    /// To which scale, as the number under 1, it is shown; nil for any.
    public var maxScale: Double? {
        get { scale("maxScale") }
        set { if newValue != maxScale { setScale(newValue, "maxScale") } }
    }

    /// A condition that features must meet to be shown, in SQL; all meet an empty one.
    public var definitionExpression: String {
        get { json[path: Self.expressionPath]?.lenientText ?? "" }
        set {
            guard newValue != definitionExpression else { return }
            json.set(newValue.isEmpty ? nil : .string(newValue), at: Self.expressionPath[...])
        }
    }

    /// The layers of a group, the lowest first; none of what is no group.
    public var layers: [MapLayer] {
        get { json["layers"]?.array.flatMap { layerType.isOfLayers ? $0.map { MapLayer(json: $0) } : nil } ?? [] }
        set { if newValue != layers { json.set(.array(newValue.map(\.json)), "layers") } }
    }

    private static let expressionPath = ["layerDefinition", "definitionExpression"]

    private func text(_ name: String) -> String { json[name]?.lenientText ?? "" }

    private mutating func set(_ text: String, at name: String, from former: String) {
        if text != former { json.set(.string(text), name) }
    }

    private mutating func set(_ url: URL?, at name: String, from former: URL?) {
        if url != former { json.set(url.map { .string($0.absoluteString) }, name) }
    }

    /// Maps write them on the layer, or in its definition; none is 0.
    private func scale(_ name: String) -> Double? {
        let value = json[name]?.lenientDoubleIfFinite ?? json["layerDefinition"]?[name]?.lenientDoubleIfFinite
        return value.flatMap { $0 > 0 ? $0 : nil }
    }

    private mutating func setScale(_ scale: Double?, _ name: String) {
        let value = scale.map { JSONValue.plain($0) }
        let isInDefinition = json["layerDefinition"]?[name] != nil || layerType == .feature
        if json[name] != nil || !isInDefinition { json.set(value, name) }
        if isInDefinition { json.set(value, "layerDefinition", name) }
    }
}

extension MapLayer: Codable {
    /// Reads a layer.
    public init(from decoder: any Decoder) throws {
        json = try JSONValue(from: decoder)
    }

    /// Writes the layer.
    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}

extension MapLayerType {
    /// Whether such layers hold others; what others list as layers are those of their service.
    fileprivate var isOfLayers: Bool { self == .group || self == .subtypeGroup }
}

extension JSONValue {
    fileprivate var lenientDoubleIfFinite: Double? { lenientDouble.flatMap { $0.isFinite ? $0 : nil } }
}
