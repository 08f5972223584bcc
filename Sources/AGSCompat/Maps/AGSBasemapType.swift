import Foundation

/// The basemaps of before 100.10, each shown as the style that has taken its place.
///
/// Raw values are not those of the original, which are not known.
public enum AGSBasemapType: Int, Sendable, CaseIterable {
    /// Pictures from above.
    case imagery
    /// Pictures from above, with names.
    case imageryWithLabels
    /// Pictures from above, with names.
    case imageryWithLabelsVector
    /// Light grey.
    case lightGrayCanvas
    /// Light grey.
    case lightGrayCanvasVector
    /// Dark grey.
    case darkGrayCanvasVector
    /// Land and what is on it.
    case nationalGeographic
    /// Roads, for driving.
    case navigationVector
    /// Seas.
    case oceans
    /// OpenStreetMap.
    case openStreetMap
    /// Streets.
    case streets
    /// Streets at night.
    case streetsNightVector
    /// Streets.
    case streetsVector
    /// Streets above hills.
    case streetsWithReliefVector
    /// Hills, with names.
    case terrainWithLabels
    /// Hills, with names.
    case terrainWithLabelsVector
    /// Land and what is on it.
    case topographic
    /// Land and what is on it.
    case topographicVector

    /// What has taken its place.
    var style: AGSBasemapStyle {
        switch self {
        case .imagery: .arcGISImageryStandard
        case .imageryWithLabels: .arcGISImagery
        case .imageryWithLabelsVector: .arcGISImagery
        case .lightGrayCanvas: .arcGISLightGray
        case .lightGrayCanvasVector: .arcGISLightGray
        case .darkGrayCanvasVector: .arcGISDarkGray
        case .nationalGeographic: .arcGISTopographic
        case .navigationVector: .arcGISNavigation
        case .oceans: .arcGISOceans
        case .openStreetMap: .osmStandard
        case .streets: .arcGISStreets
        case .streetsNightVector: .arcGISStreetsNight
        case .streetsVector: .arcGISStreets
        case .streetsWithReliefVector: .arcGISStreetsRelief
        case .terrainWithLabels: .arcGISTerrain
        case .terrainWithLabelsVector: .arcGISTerrain
        case .topographic: .arcGISTopographic
        case .topographicVector: .arcGISTopographic
        }
    }
}

extension AGSBasemap {
    /// Pictures from above.
    public static func imagery() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.imagery.style) }
    /// Pictures from above, with names.
    public static func imageryWithLabels() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.imageryWithLabels.style) }
    /// Pictures from above, with names.
    public static func imageryWithLabelsVector() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.imageryWithLabelsVector.style) }
    /// Light grey.
    public static func lightGrayCanvas() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.lightGrayCanvas.style) }
    /// Light grey.
    public static func lightGrayCanvasVector() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.lightGrayCanvasVector.style) }
    /// Dark grey.
    public static func darkGrayCanvasVector() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.darkGrayCanvasVector.style) }
    /// Land and what is on it.
    public static func nationalGeographic() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.nationalGeographic.style) }
    /// Roads, for driving.
    public static func navigationVector() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.navigationVector.style) }
    /// Seas.
    public static func oceans() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.oceans.style) }
    /// OpenStreetMap.
    public static func openStreetMap() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.openStreetMap.style) }
    /// Streets.
    public static func streets() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.streets.style) }
    /// Streets at night.
    public static func streetsNightVector() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.streetsNightVector.style) }
    /// Streets.
    public static func streetsVector() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.streetsVector.style) }
    /// Streets above hills.
    public static func streetsWithReliefVector() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.streetsWithReliefVector.style) }
    /// Hills, with names.
    public static func terrainWithLabels() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.terrainWithLabels.style) }
    /// Hills, with names.
    public static func terrainWithLabelsVector() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.terrainWithLabelsVector.style) }
    /// Land and what is on it.
    public static func topographic() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.topographic.style) }
    /// Land and what is on it.
    public static func topographicVector() -> AGSBasemap { AGSBasemap(style: AGSBasemapType.topographicVector.style) }
}

extension AGSMap {
    /// The scale of the first of the levels that web maps have, as the number under 1.
    private static let firstScale = 591_657_527.591555

    /// A map without layers above a basemap, which shows a place at first.
    ///
    /// - Parameters:
    ///   - basemapType: The basemap.
    ///   - latitude: Degrees.
    ///   - longitude: Degrees.
    ///   - levelOfDetail: From 0, the whole Earth; each shows half of the one before.
    public convenience init(basemapType: AGSBasemapType, latitude: Double, longitude: Double, levelOfDetail: Int) {
        self.init(basemap: AGSBasemap(style: basemapType.style))
        let scale = Self.firstScale / pow(2, Double(levelOfDetail))
        initialViewpoint = AGSViewpoint(latitude: latitude, longitude: longitude, scale: scale)
    }
}
