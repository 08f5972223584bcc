import Cairn
import CairnCore
import Foundation

/// Features as a table for people: as wide as what comes first.
struct FeatureLines {
    private let fields: [Field]
    private let hasGeometry: Bool
    private var widths: [Int] = []

    init(_ fields: [Field], hasGeometry: Bool) {
        (self.fields, self.hasGeometry) = (fields, hasGeometry)
    }

    private static let widest = 40

    /// Prints features, before the first of them the names of the fields.
    mutating func show(_ features: [Feature]) {
        let rows = features.map(cells)
        if widths.isEmpty {
            let head = fields.map { $0.name.printable() } + (hasGeometry ? ["geometry"] : [])
            widths = head.indices.map { column in
                min(Self.widest, ([head] + rows).map { $0[column].columns }.max() ?? 0)
            }
            Console.print(Colour.cyan.of(line(head)))
        }
        for row in rows { Console.print(line(row)) }
    }

    private func cells(_ feature: Feature) -> [String] {
        fields.map { (feature.attributes[$0.name]?.text ?? "").printable(upTo: 200) }
            + (hasGeometry ? [place(feature.geometry)] : [])
    }

    private func place(_ geometry: Geometry?) -> String {
        switch geometry {
        case nil: ""
        case .point(let point)?: point.isEmpty ? "" : String(format: "%.6f,%.6f", point.x, point.y)
        case let geometry?: "\(geometry.type.map(Self.name) ?? "") of \(geometry.positions.count)"
        }
    }

    private static func name(_ type: GeometryType) -> String {
        switch type {
        case .point: "point"
        case .multipoint: "points"
        case .polyline: "line"
        case .polygon: "area"
        }
    }

    /// Numbers stand on the right.
    private func line(_ cells: [String]) -> String {
        let padded = zip(cells, widths).enumerated().map { column, cell in
            let text = cell.0.cut(toColumns: cell.1)
            let blanks = String(repeating: " ", count: max(0, cell.1 - text.columns))
            return column < fields.count && fields[column].type.isNumber ? blanks + text : text + blanks
        }
        return padded.joined(separator: "  ").replacing(/\ +$/, with: "")
    }
}

extension FieldType {
    fileprivate var isNumber: Bool {
        ["OID", "SmallInteger", "Integer", "BigInteger", "Single", "Double"].contains(rawValue.dropFirst("esriFieldType".count))
    }
}
