import CairnCore
import Foundation

/// The features that parameters ask for, some at a time.
final class FeatureCursor {
    let shape: FeatureResultShape
    private let rows: FeatureRows
    private let filter: GeometryFilter?
    private var isAtEnd = false
    /// The first of them, read at once: what comes later is of the same moment, whoever edits meanwhile.
    private var first: [Feature]?

    /// So many at a time that going from one thread to another does not count, and so few that little memory is taken.
    private static let (mostFeatures, mostVertices) = (512, 50_000)

    init(_ parameters: QueryParameters, _ definition: FeatureTableDefinition, _ package: GeoPackage) throws {
        let selection = try package.selection(parameters, of: definition)
        let (sql, shape) = try selection.features()
        (self.shape, filter) = (shape, selection.filter)
        let statement = try package.statement(sql, selection.filter)
        rows = FeatureRows(
            statement, shape.fields, of: definition.name, hasGeometry: shape.hasGeometry, shape.storedReference)
        first = try readBatch()
    }

    /// Some features; nil behind the last.
    func nextBatch() throws -> [Feature]? {
        if let batch = first.take() { return batch }
        return try readBatch()
    }

    private func readBatch() throws -> [Feature]? {
        var (batch, vertices) = ([Feature](), 0)
        while !isAtEnd, batch.count < Self.mostFeatures, vertices < Self.mostVertices {
            guard let feature = try filter.throwing({ try rows.next() }) else {
                isAtEnd = true
                break
            }
            vertices += feature.geometry?.vertexCount ?? 0
            batch.append(try shape.shaped(feature))
        }
        return batch.isEmpty ? nil : batch
    }
}

extension GeometryFilter? {
    /// What `body` gives; SQLite has no words for what went wrong in a filter.
    func throwing<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw self?.error ?? error }
    }
}

extension Geometry {
    fileprivate var vertexCount: Int {
        switch self {
        case .point, .envelope: 1
        case .multipoint(let multipoint): multipoint.points.count
        case .polyline(let polyline): polyline.paths.reduce(0) { $0 + $1.count }
        case .polygon(let polygon): polygon.rings.reduce(0) { $0 + $1.count }
        }
    }
}
