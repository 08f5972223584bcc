import CSQLite
import CairnCore

/// The geometry of a query, and how features must lie to it, as a function of SQL.
///
/// A feature whose coordinates no geometry can have, NaN among them, lies to nothing.
final class GeometryFilter {
    private let relationship: SpatialRelationship
    private let table: String
    /// Around the geometry; nil if it is empty, and nothing lies to it.
    let extent: Envelope?
    private let spatialReference: SpatialReference?
    /// Whether all within the extent have a place in common with the geometry.
    private let isBox: Bool
    private let prepared: PreparedGeometry?
    /// What went wrong while SQLite called.
    private(set) var error: (any Error)?

    /// - Throws: ``GeodatabaseError/noGeometries(table:)``, ``GeometryError``.
    init(_ geometry: Geometry, _ relationship: SpatialRelationship, over definition: FeatureTableDefinition) throws {
        guard definition.hasGeometry else { throw GeodatabaseError.noGeometries(table: definition.name) }
        let geometry = try definition.spatialReference.map { try geometry.projected(to: $0) } ?? geometry
        if let position = geometry.unusablePosition {
            throw GeometryError.malformed("the geometry of the query has the coordinates \(position.x), \(position.y)")
        }
        (self.relationship, table) = (relationship, definition.name)
        extent = geometry.extent
        spatialReference = geometry.spatialReference
        isBox = if case .envelope = geometry { true } else { false }
        // Places in a rectangle are told by their coordinates, too.
        let isOfBoxes =
            [.envelopeIntersects, .indexIntersects].contains(relationship)
            || relationship == .intersects && isBox && definition.geometryType == .point
        prepared = isOfBoxes || extent == nil ? nil : try PreparedGeometry(geometry)
    }

    /// Whether a feature's geometry, as a GeoPackage holds it, lies as it must.
    func isMet(by blob: UnsafeRawBufferPointer) throws -> Bool {
        let stored = try GeoPackageGeometry(blob)
        let box = try stored.extent()
        guard let extent, let box, Optional(extent).meets(box) else { return false }
        guard let prepared else { return true }
        if relationship == .intersects, isBox, extent.contains(box) { return true }
        let geometry = try stored.geometry(spatialReference: spatialReference)
        if geometry.unusablePosition != nil { return false }
        return switch relationship {
        case .intersects, .envelopeIntersects, .indexIntersects: try prepared.intersects(geometry)
        case .contains: try prepared.contains(geometry)
        case .within: try prepared.isWithin(geometry)
        case .touches: try prepared.touches(geometry)
        case .crosses: try prepared.crosses(geometry)
        case .overlaps: try prepared.overlaps(geometry)
        }
    }

    /// What it is called in SQL.
    static let function = "cairn_lies_as_asked"

    /// Makes it known to a connection until another filter is.
    func register(with database: Database) throws(DatabaseError) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | Int32(SQLITE_DIRECTONLY)
        let code = sqlite3_create_function_v2(
            database.handle, Self.function, 2, flags, Unmanaged.passRetained(self).toOpaque(),
            { context, _, values in
                guard let pointer = sqlite3_user_data(context) else { return }
                Unmanaged<GeometryFilter>.fromOpaque(pointer).takeUnretainedValue().answer(context, values?[0], id: values?[1])
            }, nil, nil, { pointer in pointer.map { Unmanaged<GeometryFilter>.fromOpaque($0).release() } })
        if code != SQLITE_OK { throw database.error(code) }
    }

    private func answer(_ context: OpaquePointer?, _ value: OpaquePointer?, id: OpaquePointer?) {
        guard let value, let bytes = sqlite3_value_blob(value) else { return sqlite3_result_int(context, 0) }
        let blob = UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
        do {
            sqlite3_result_int(context, try isMet(by: blob) ? 1 : 0)
        } catch {
            let id = id.map { Int(sqlite3_value_int64($0)) } ?? 0
            self.error = (error as? GeometryError)?.blaming(feature: id, of: table) ?? error
            sqlite3_result_error_code(context, SQLITE_ERROR)
        }
    }
}

extension Envelope {
    /// Whether another rectangle lies within.
    fileprivate func contains(_ other: Envelope) -> Bool {
        other.xMin >= xMin && other.xMax <= xMax && other.yMin >= yMin && other.yMax <= yMax
    }
}
