import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// Where tiles are to be exported, as clients write it.
enum TileExportArea {
    /// A rectangle: `xmin,ymin,xmax,ymax`, JSON, or a list with one; nil for all there is.
    static func extent(_ text: String, _ name: String, _ reference: SpatialReference) throws -> Envelope? {
        if ["default", "defaultextent"].contains(text.lowercased()) { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
        var box: Envelope?
        if parts.count == 4, numbers.count == 4 {
            box = Envelope(
                xMin: numbers[0], yMin: numbers[1], xMax: numbers[2], yMax: numbers[3], spatialReference: reference)
        } else {
            var json = try? JSONValue(parsing: text)
            // Some write a list of rectangles.
            if let list = json?.array, list.count == 1 { json = list[0] }
            if let json, case .envelope(let own)? = try? Geometry(esriJSON: json, spatialReference: reference) {
                box = try projected(.envelope(own), name, reference).extent
            }
        }
        guard let box, [box.xMin, box.yMin, box.xMax, box.yMax].allSatisfy({ $0.isFinite && abs($0) < 1e15 }),
            box.xMin <= box.xMax, box.yMin <= box.yMax
        else { throw ServiceFailure.export(name, "\"\(text.printable(upTo: 60))\" is no rectangle") }
        return box
    }

    /// Polygons: one as JSON, or a set of features.
    static func polygons(_ text: String, _ name: String, _ reference: SpatialReference) throws -> [Geometry] {
        guard text.utf8.count <= longest else {
            throw ServiceFailure.export(name, "it is longer than \(longest) bytes; send its areas with fewer vertices")
        }
        let geometries: [Geometry]
        do {
            let json = try JSONValue(parsing: text)
            geometries =
                json["features"] == nil
                ? [try Geometry(esriJSON: json, spatialReference: reference)]
                : try FeatureSet(esriJSON: json).features.compactMap(\.geometry)
        } catch {
            throw ServiceFailure.export(name, "it cannot be read: \(error.words)")
        }
        guard !geometries.isEmpty, geometries.count <= mostAreas else {
            throw ServiceFailure.export(name, "it must have 1 to \(mostAreas) areas")
        }
        guard geometries.reduce(0, { $0 + $1.positions.count }) <= mostVertices else {
            throw ServiceFailure.export(name, "its areas have more than \(mostVertices) vertices together; send fewer")
        }
        return try geometries.map { geometry in
            switch geometry {
            case .polygon, .envelope:
                let place = try projected(geometry, name, reference)
                guard let box = place.extent,
                    [box.xMin, box.yMin, box.xMax, box.yMax].allSatisfy({ $0.isFinite && abs($0) < 1e15 }),
                    place.positions.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
                else { throw ServiceFailure.export(name, "it has an area without a place") }
                return place
            default: throw ServiceFailure.export(name, "it must be a polygon")
            }
        }
    }

    private static let mostAreas = 1000
    /// As many as a country's border has.
    static let mostVertices = 250_000
    /// In bytes: more than so many vertices take, though written with all their digits.
    private static let longest = 16 << 20

    private static func projected(_ geometry: Geometry, _ name: String, _ reference: SpatialReference) throws -> Geometry {
        do { return try geometry.projected(to: reference) } catch {
            throw ServiceFailure.export(name, error.words)
        }
    }
}
