import CairnCore
import CairnGeo

/// Features as rows of CSV: the object id, the fields, and places as X and Y, and Z and M where there are such, or other geometries as well-known
/// text.
struct CSVFeatureWriter: FeatureWriter {
    private let names: [String]
    private let geometryType: GeometryType?
    private let hasGeometry: Bool
    private let (hasZ, hasM): (Bool, Bool)
    private var bytes: [UInt8] = []

    /// - Parameter isContinued: Whether there are rows before these, written by another.
    init(_ table: FeatureTableDefinition, isContinued: Bool) {
        names = [table.objectIDField] + table.fields.map(\.name)
        (geometryType, hasGeometry) = (table.geometryType, table.hasGeometry)
        (hasZ, hasM) = (table.hasZ, table.hasM)
        let columns: [String] =
            switch table.geometryType {
            case .point: ["X", "Y"] + (table.hasZ ? ["Z"] : []) + (table.hasM ? ["M"] : [])
            default: table.hasGeometry ? ["WKT"] : []
            }
        if isContinued { return }
        bytes += CSVWriter.row(Self.apart(names, from: columns) + columns).utf8
    }

    /// No column hides another, also where letters do not count.
    private static func apart(_ names: [String], from columns: [String]) -> [String] {
        var taken = Set((names + columns).map { $0.lowercased() })
        let places = Set(columns.map { $0.lowercased() })
        return names.map { name in
            guard places.contains(name.lowercased()) else { return name }
            var free = "_" + name
            while !taken.insert(free.lowercased()).inserted { free = "_" + free }
            return free
        }
    }

    mutating func append(_ feature: Feature) {
        let values = names.map { feature.attributes[$0]?.text ?? "" }
        bytes += CSVWriter.row(values + place(feature.geometry)).utf8
    }

    func finish(exceededTransferLimit: Bool) {}

    var count: Int { bytes.count }

    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    private func place(_ geometry: Geometry?) -> [String] {
        switch (geometryType, geometry) {
        case _ where !hasGeometry: []
        case (.point, .point(let point)?) where !point.isEmpty: ["\(point.x)", "\(point.y)"] + others(point.z, point.m)
        case (.point, _): ["", ""] + others(nil, nil)
        default: [geometry?.wkt() ?? ""]
        }
    }

    private func others(_ z: Double?, _ m: Double?) -> [String] {
        ((hasZ ? [z] : []) + (hasM ? [m] : [])).map { $0.map { "\($0)" } ?? "" }
    }
}
