import CairnTasks

/// Which of Esri's services vector basemaps are taken from.
public enum AGSEsriVectorTilesDownloadOption: Int, Sendable {
    /// The one that the map names.
    case useOriginalService = 0
    /// One with fewer characters in its fonts; here the same as the other.
    case useReducedFontsService = 1

    init(_ value: EsriVectorTilesDownloadOption) {
        self =
            switch value {
            case .useOriginalService: .useOriginalService
            case .useReducedFontsService: .useReducedFontsService
            }
    }

    var value: EsriVectorTilesDownloadOption {
        switch self {
        case .useOriginalService: .useOriginalService
        case .useReducedFontsService: .useReducedFontsService
        }
    }
}
