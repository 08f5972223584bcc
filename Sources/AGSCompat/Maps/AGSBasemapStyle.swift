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
    /// Seas.
    case arcGISOceansBase
    /// The names of seas.
    case arcGISOceansLabels
    /// Hills.
    case arcGISTerrainBase
    /// What lies on the hills, and its names.
    case arcGISTerrainDetail
    /// The shadows of hills, light.
    case arcGISHillshadeLight
    /// The shadows of hills, dark.
    case arcGISHillshadeDark
    /// Streets above hills, without names.
    case arcGISStreetsReliefBase
    /// Land and what is on it, without names.
    case arcGISTopographicBase
    /// As old maps, without names.
    case arcGISChartedTerritoryBase
    /// As old maps, newly, without names.
    case arcGISModernAntiqueBase
    /// OpenStreetMap above hills, without names.
    case osmStandardReliefBase
    /// Streets of OpenStreetMap above hills, without names.
    case osmStreetsReliefBase
    /// OpenStreetMap in light grey, without names.
    case osmLightGrayBase
    /// The names of OpenStreetMap in light grey.
    case osmLightGrayLabels
    /// OpenStreetMap in dark grey, without names.
    case osmDarkGrayBase
    /// The names of OpenStreetMap in dark grey.
    case osmDarkGrayLabels

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
        case .arcGISOceansBase: "ArcGIS:Oceans:Base"
        case .arcGISOceansLabels: "ArcGIS:Oceans:Labels"
        case .arcGISTerrainBase: "ArcGIS:Terrain:Base"
        case .arcGISTerrainDetail: "ArcGIS:Terrain:Detail"
        case .arcGISHillshadeLight: "ArcGIS:Hillshade:Light"
        case .arcGISHillshadeDark: "ArcGIS:Hillshade:Dark"
        case .arcGISStreetsReliefBase: "ArcGIS:StreetsRelief:Base"
        case .arcGISTopographicBase: "ArcGIS:Topographic:Base"
        case .arcGISChartedTerritoryBase: "ArcGIS:ChartedTerritory:Base"
        case .arcGISModernAntiqueBase: "ArcGIS:ModernAntique:Base"
        case .osmStandardReliefBase: "OSM:StandardRelief:Base"
        case .osmStreetsReliefBase: "OSM:StreetsRelief:Base"
        case .osmLightGrayBase: "OSM:LightGray:Base"
        case .osmLightGrayLabels: "OSM:LightGray:Labels"
        case .osmDarkGrayBase: "OSM:DarkGray:Base"
        case .osmDarkGrayLabels: "OSM:DarkGray:Labels"
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
