import CairnCore
import CairnGeo

/// Features as rows of CSV: the object id, the fields, and places as X and Y, or other geometries as well-known text.
struct CSVFeatureText: FeatureText {
    let head: String
    let tail = ""
    private let names: [String]
    private let geometryType: GeometryType?

    init(_ table: FeatureTableDefinition) {
        names = [table.objectIDField] + table.fields.map(\.name)
        geometryType = table.geometryType
        let columns: [String] =
            switch table.geometryType {
            case nil: []
            case .point: ["X", "Y"]
            default: ["WKT"]
            }
        // No column hides another.
        head = CSVWriter.row(names.map { columns.contains($0) ? "_" + $0 : $0 } + columns)
    }

    func append(_ feature: Feature, to bytes: inout [UInt8], isFirst: Bool) {
        let values = names.map { feature.attributes[$0]?.text ?? "" }
        bytes += CSVWriter.row(values + place(feature.geometry)).utf8
    }

    private func place(_ geometry: Geometry?) -> [String] {
        switch (geometryType, geometry) {
        case (nil, _): []
        case (.point, .point(let point)?) where !point.isEmpty: ["\(point.x)", "\(point.y)"]
        case (.point, _): ["", ""]
        default: [geometry?.wkt() ?? ""]
        }
    }
}
