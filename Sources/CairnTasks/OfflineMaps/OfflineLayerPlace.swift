import CairnCore
public import Foundation

/// What a layer of an offline map came from, and where its features are: the member `offline` of its JSON.
public struct OfflineLayerPlace: Sendable, Hashable {
    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    /// The service that the layer came from, such as `…/FeatureServer`; nil if it does not say.
    public var serviceURL: URL? { json["serviceURL"]?.string.flatMap(URL.init(string:)) }
    /// The number of the layer in its service; nil for tiles.
    public var layerID: Int? { json["layerID"]?.int }
    /// The table of the geodatabase that its features are in; nil for tiles.
    public var table: String? { json["table"]?.string }
}

extension MapLayer {
    /// What the layer came from, if it is one of an offline map.
    public internal(set) var offline: OfflineLayerPlace? {
        get { json["offline"]?.object == nil ? nil : json["offline"].map(OfflineLayerPlace.init) }
        set {
            var members = json.object ?? [:]
            members["offline"] = newValue?.json
            self = MapLayer(json: .object(members))
        }
    }
}
