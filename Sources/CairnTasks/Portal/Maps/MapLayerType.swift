/// What a layer of a web map is, an open set: what a newer web map has is kept as it is.
public struct MapLayerType: RawRepresentable, Sendable, Hashable, Codable {
    /// The web map's name for it, such as `ArcGISFeatureLayer`.
    public let rawValue: String

    /// The type of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Features of a service, or of the map itself.
    public static let feature = MapLayerType(rawValue: "ArcGISFeatureLayer")
    /// Maps that a service draws.
    public static let mapImage = MapLayerType(rawValue: "ArcGISMapServiceLayer")
    /// Tiles of such maps.
    public static let tiled = MapLayerType(rawValue: "ArcGISTiledMapServiceLayer")
    /// Vector tiles.
    public static let vectorTiled = MapLayerType(rawValue: "VectorTileLayer")
    /// Images of a service.
    public static let image = MapLayerType(rawValue: "ArcGISImageServiceLayer")
    /// Tiles of such images.
    public static let tiledImage = MapLayerType(rawValue: "ArcGISTiledImageServiceLayer")
    /// Images of a service, with their values.
    public static let vectorImage = MapLayerType(rawValue: "ArcGISImageServiceVectorLayer")
    /// Layers together.
    public static let group = MapLayerType(rawValue: "GroupLayer")
    /// Layers of one utility network, or of one map service, together.
    public static let subtypeGroup = MapLayerType(rawValue: "SubtypeGroupLayer")
    /// Features on moving things.
    public static let stream = MapLayerType(rawValue: "ArcGISStreamLayer")
    /// A web map service by the standard of OGC.
    public static let wms = MapLayerType(rawValue: "WMS")
    /// A web feature service by the standard of OGC.
    public static let wfs = MapLayerType(rawValue: "WFS")
    /// Tiles by an address with placeholders.
    public static let webTiled = MapLayerType(rawValue: "WebTiledLayer")
    /// The tiles of OpenStreetMap.
    public static let openStreetMap = MapLayerType(rawValue: "OpenStreetMap")
    /// Tiles of Bing: aerial pictures, roads, or both.
    public static let bingAerial = MapLayerType(rawValue: "BingMapsAerial")
    /// Features as KML.
    public static let kml = MapLayerType(rawValue: "KML")
    /// Features as GeoRSS.
    public static let geoRSS = MapLayerType(rawValue: "GeoRSS")
    /// Features as GeoJSON.
    public static let geoJSON = MapLayerType(rawValue: "GeoJSON")
    /// Features as a table of text.
    public static let csv = MapLayerType(rawValue: "CSV")
    /// Drawings on the map.
    public static let mapNotes = MapLayerType(rawValue: "MapNotesLayer")
}
