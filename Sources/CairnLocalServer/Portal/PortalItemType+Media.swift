import CairnTasks

extension PortalItemType {
    /// As what clients are given a file that a user has sent, whatever he calls it: nothing that a browser runs.
    var mediaType: String {
        switch self {
        case .csv: "text/csv;charset=utf-8"
        case .geoJSON: "application/geo+json"
        case .kml: "application/vnd.google-earth.kml+xml"
        case .pdf: "application/pdf"
        case .shapefile, .fileGeodatabase: "application/zip"
        default: "application/octet-stream"
        }
    }
}
