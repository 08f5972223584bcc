/// Which of Esri's services vector basemaps are taken from.
public enum EsriVectorTilesDownloadOption: String, Sendable, Hashable, Codable, CaseIterable {
    /// The one that the map names.
    case useOriginalService
    /// One with fewer characters in its fonts, where the map names one of Esri's basemaps. Such services are not known here: it is the same as the other.
    case useReducedFontsService
}
