import Foundation

/// What an item is, an open set: what a newer portal adds is kept as it is.
public struct PortalItemType: RawRepresentable, Sendable, Hashable, Codable {
    /// The portal's name for it, such as `Web Map`.
    public let rawValue: String

    /// The type of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Two of them are the same whatever letters are large.
    public static func == (left: PortalItemType, right: PortalItemType) -> Bool {
        left.rawValue.lowercased() == right.rawValue.lowercased()
    }

    /// Equal ones have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue.lowercased())
    }
}

extension PortalItemType {
    /// A map of layers of services.
    public static let webMap = PortalItemType(rawValue: "Web Map")
    /// The same in three dimensions.
    public static let webScene = PortalItemType(rawValue: "Web Scene")
    /// A part of a web map that is made ready to be taken offline.
    public static let mapArea = PortalItemType(rawValue: "Map Area")
    /// A program in the browser.
    public static let webMappingApplication = PortalItemType(rawValue: "Web Mapping Application")
    /// A page with maps and figures.
    public static let dashboard = PortalItemType(rawValue: "Dashboard")
    /// A service of features.
    public static let featureService = PortalItemType(rawValue: "Feature Service")
    /// A service of drawn maps, or of tiles of them.
    public static let mapService = PortalItemType(rawValue: "Map Service")
    /// A service of images.
    public static let imageService = PortalItemType(rawValue: "Image Service")
    /// A service of vector tiles.
    public static let vectorTileService = PortalItemType(rawValue: "Vector Tile Service")
    /// A service of three-dimensional layers.
    public static let sceneService = PortalItemType(rawValue: "Scene Service")
    /// A service that finds addresses.
    public static let geocodingService = PortalItemType(rawValue: "Geocoding Service")
    /// A service that finds routes.
    public static let networkAnalysisService = PortalItemType(rawValue: "Network Analysis Service")
    /// A service of tools.
    public static let geoprocessingService = PortalItemType(rawValue: "Geoprocessing Service")
    /// A service of geometric operations.
    public static let geometryService = PortalItemType(rawValue: "Geometry Service")
    /// Features that the item itself holds.
    public static let featureCollection = PortalItemType(rawValue: "Feature Collection")
    /// Layers together.
    public static let groupLayer = PortalItemType(rawValue: "Group Layer")
    /// A web map service by the standard of OGC.
    public static let wms = PortalItemType(rawValue: "WMS")
    /// A web feature service by the standard of OGC.
    public static let wfs = PortalItemType(rawValue: "WFS")
    /// A web map tile service by the standard of OGC.
    public static let wmts = PortalItemType(rawValue: "WMTS")
    /// Maps, layers and locators in one file, for programs on devices.
    public static let mobileMapPackage = PortalItemType(rawValue: "Mobile Map Package")
    /// The same in three dimensions.
    public static let mobileScenePackage = PortalItemType(rawValue: "Mobile Scene Package")
    /// A file of tiles.
    public static let tilePackage = PortalItemType(rawValue: "Tile Package")
    /// A file of tiles of the newer kind.
    public static let compactTilePackage = PortalItemType(rawValue: "Compact Tile Package")
    /// A file of vector tiles.
    public static let vectorTilePackage = PortalItemType(rawValue: "Vector Tile Package")
    /// A file of a map of ArcGIS's desktop programs.
    public static let mapPackage = PortalItemType(rawValue: "Map Package")
    /// A file of a layer of ArcGIS's desktop programs.
    public static let layerPackage = PortalItemType(rawValue: "Layer Package")
    /// A geodatabase in a file of SQLite.
    public static let sqliteGeodatabase = PortalItemType(rawValue: "SQLite Geodatabase")
    /// A geodatabase in a folder of files.
    public static let fileGeodatabase = PortalItemType(rawValue: "File Geodatabase")
    /// A table as text.
    public static let csv = PortalItemType(rawValue: "CSV")
    /// Features as GeoJSON.
    public static let geoJSON = PortalItemType(rawValue: "GeoJson")
    /// Features as a shapefile.
    public static let shapefile = PortalItemType(rawValue: "Shapefile")
    /// Features as KML.
    public static let kml = PortalItemType(rawValue: "KML")
    /// A picture.
    public static let image = PortalItemType(rawValue: "Image")
    /// A document.
    public static let pdf = PortalItemType(rawValue: "PDF")
}
