import CairnTasks
import Foundation

/// The basemaps of ArcGIS Location Services by their names. They are asked for with an API key when they are loaded.
///
/// Raw values are not those of the original, which are not known.
public enum AGSBasemapStyle: Int, Sendable, CaseIterable {
    /// Pictures from above, with names.
    case arcGISImagery
    /// Pictures from above.
    case arcGISImageryStandard
    /// The names of those pictures.
    case arcGISImageryLabels
    /// Light grey, with names.
    case arcGISLightGray
    /// Light grey.
    case arcGISLightGrayBase
    /// The names of light grey.
    case arcGISLightGrayLabels
    /// Dark grey, with names.
    case arcGISDarkGray
    /// Dark grey.
    case arcGISDarkGrayBase
    /// The names of dark grey.
    case arcGISDarkGrayLabels
    /// Roads, for driving.
    case arcGISNavigation
    /// Roads, for driving at night.
    case arcGISNavigationNight
    /// Streets.
    case arcGISStreets
    /// Streets at night.
    case arcGISStreetsNight
    /// Streets above hills.
    case arcGISStreetsRelief
    /// Land and what is on it.
    case arcGISTopographic
    /// Seas, with names.
    case arcGISOceans
    /// Hills, with names.
    case arcGISTerrain
    /// What a community has mapped.
    case arcGISCommunity
    /// As old maps.
    case arcGISChartedTerritory
    /// As drawn by hand.
    case arcGISColoredPencil
    /// As from a far future.
    case arcGISNova
    /// As old maps, newly.
    case arcGISModernAntique
    /// As of sixty years ago.
    case arcGISMidcentury
    /// As in a newspaper.
    case arcGISNewspaper
    /// OpenStreetMap.
    case osmStandard
    /// OpenStreetMap above hills.
    case osmStandardRelief
    /// Streets of OpenStreetMap.
    case osmStreets
    /// Streets of OpenStreetMap above hills.
    case osmStreetsRelief
    /// OpenStreetMap in light grey.
    case osmLightGray
    /// OpenStreetMap in dark grey.
    case osmDarkGray

    /// Where the style is.
    var url: URL { URL(string: "https://basemaps-api.arcgis.com/arcgis/rest/services/styles/\(serviceName)")! }

    private var serviceName: String {
        switch self {
        case .arcGISImagery: "ArcGIS:Imagery"
        case .arcGISImageryStandard: "ArcGIS:Imagery:Standard"
        case .arcGISImageryLabels: "ArcGIS:Imagery:Labels"
        case .arcGISLightGray: "ArcGIS:LightGray"
        case .arcGISLightGrayBase: "ArcGIS:LightGray:Base"
        case .arcGISLightGrayLabels: "ArcGIS:LightGray:Labels"
        case .arcGISDarkGray: "ArcGIS:DarkGray"
        case .arcGISDarkGrayBase: "ArcGIS:DarkGray:Base"
        case .arcGISDarkGrayLabels: "ArcGIS:DarkGray:Labels"
        case .arcGISNavigation: "ArcGIS:Navigation"
        case .arcGISNavigationNight: "ArcGIS:NavigationNight"
        case .arcGISStreets: "ArcGIS:Streets"
        case .arcGISStreetsNight: "ArcGIS:StreetsNight"
        case .arcGISStreetsRelief: "ArcGIS:StreetsRelief"
        case .arcGISTopographic: "ArcGIS:Topographic"
        case .arcGISOceans: "ArcGIS:Oceans"
        case .arcGISTerrain: "ArcGIS:Terrain"
        case .arcGISCommunity: "ArcGIS:Community"
        case .arcGISChartedTerritory: "ArcGIS:ChartedTerritory"
        case .arcGISColoredPencil: "ArcGIS:ColoredPencil"
        case .arcGISNova: "ArcGIS:Nova"
        case .arcGISModernAntique: "ArcGIS:ModernAntique"
        case .arcGISMidcentury: "ArcGIS:Midcentury"
        case .arcGISNewspaper: "ArcGIS:Newspaper"
        case .osmStandard: "OSM:Standard"
        case .osmStandardRelief: "OSM:StandardRelief"
        case .osmStreets: "OSM:Streets"
        case .osmStreetsRelief: "OSM:StreetsRelief"
        case .osmLightGray: "OSM:LightGray"
        case .osmDarkGray: "OSM:DarkGray"
        }
    }
}

extension AGSBasemap {
    /// A basemap of ArcGIS Location Services, of one layer of vector tiles.
    public convenience init(style: AGSBasemapStyle) {
        self.init(baseLayer: AGSArcGISVectorTiledLayer(url: style.url))
    }
}

extension AGSMap {
    /// A map without layers above a basemap of ArcGIS Location Services.
    public convenience init(basemapStyle: AGSBasemapStyle) { self.init(basemap: AGSBasemap(style: basemapStyle)) }
}
