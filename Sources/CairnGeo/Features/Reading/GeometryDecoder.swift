import CairnCore

/// Reads the geometries of the features of one set.
struct GeometryDecoder {
    private let hasZ: Bool
    private let hasM: Bool
    private let inherited: SpatialReference?
    /// The last reference that a geometry gave for itself, and the bytes it was read from: mostly all give the same.
    private var own: (bytes: [UInt8], reference: SpatialReference?) = ([], nil)

    /// - Parameters:
    ///   - hasZ: Whether vertices have heights that do not say so themselves.
    ///   - hasM: Whether they have measures.
    ///   - spatialReference: What coordinates mean that do not say so themselves.
    init(hasZ: Bool = false, hasM: Bool = false, spatialReference: SpatialReference? = nil) {
        (self.hasZ, self.hasM, inherited) = (hasZ, hasM, spatialReference)
    }

    /// The geometry that starts here; nil for null, and for an object that says nothing of a place.
    mutating func geometry(_ cursor: inout JSONCursor) throws(JSONStop) -> Geometry? {
        guard try cursor.next() == UInt8(ascii: "{") else {
            let json = try cursor.value()
            if json.isNull { return nil }
            throw .refused(.malformed("\(json.text().printable(upTo: 40)) is no object"))
        }
        let start = cursor.position
        var draft = Draft(reference: inherited, hasZ: hasZ, hasM: hasM)
        try cursor.forEachMember { (cursor, name) throws(JSONStop) in try read(name, of: &draft, &cursor) }
        try draft.expectPlace()
        if draft.isUnusual { return try tree(cursor.document(start..<cursor.position)) }
        return draft.geometry
    }

    private mutating func read(_ name: Range<Int>, of draft: inout Draft, _ cursor: inout JSONCursor) throws(JSONStop) {
        if cursor.isText(name, "x") {
            draft.x = try cursor.coordinate(named: "x") ?? .nan
        } else if cursor.isText(name, "y") {
            draft.y = try cursor.coordinate(named: "y") ?? .nan
        } else if cursor.isText(name, "z") {
            draft.z = try cursor.coordinate()
        } else if cursor.isText(name, "m") {
            draft.m = try cursor.coordinate()
        } else if cursor.isText(name, "paths") {
            draft.paths = try cursor.parts()
        } else if cursor.isText(name, "rings") {
            draft.rings = try cursor.parts()
        } else if cursor.isText(name, "points") {
            draft.points = try cursor.vertices()
        } else if cursor.isText(name, "spatialReference") {
            draft.reference = try reference(&cursor) ?? inherited
        } else if cursor.isText(name, "hasZ") {
            draft.hasZ = try cursor.value().bool ?? false
        } else if cursor.isText(name, "hasM") {
            draft.hasM = try cursor.value().bool ?? false
        } else {
            draft.isUnusual = true
            _ = try cursor.passValue()
        }
    }

    private mutating func reference(_ cursor: inout JSONCursor) throws(JSONStop) -> SpatialReference? {
        let range = try cursor.passValue()
        if !own.bytes.elementsEqual(cursor.bytes[range]) {
            let json = try cursor.document(range)
            do throws(GeometryError) {
                own = (Array(cursor.bytes[range]), try SpatialReference(esriJSON: json))
            } catch { throw .refused(error) }
        }
        return own.reference
    }

    /// Envelopes, curves and whatever else: what has members of other names is left to the reader of trees.
    private func tree(_ json: JSONValue) throws(JSONStop) -> Geometry {
        var members = json.object ?? [:]
        if hasZ, members["hasZ"] == nil { members["hasZ"] = true }
        if hasM, members["hasM"] == nil { members["hasM"] = true }
        do {
            return try Geometry(esriJSON: .object(members), spatialReference: inherited)
        } catch {
            throw .refused(error as? GeometryError ?? .malformed("\(error)"))
        }
    }
}

/// What has been read of a geometry, in whatever order its members came.
private struct Draft {
    var reference: SpatialReference?
    var hasZ: Bool
    var hasM: Bool
    var x: Double?
    var y: Double?
    var z: Double?
    var m: Double?
    var points: [Position]?
    var paths: [[Position]]?
    var rings: [[Position]]?
    var isUnusual = false

    init(reference: SpatialReference?, hasZ: Bool, hasM: Bool) {
        (self.reference, self.hasZ, self.hasM) = (reference, hasZ, hasM)
    }

    func expectPlace() throws(JSONStop) {
        do throws(GeometryError) { try Geometry.expectPlace(x, y) } catch { throw .refused(error) }
    }

    var geometry: Geometry? {
        if let x { return .point(MapPoint(x: x, y: y ?? .nan, z: z, m: m, spatialReference: reference)) }
        if let points { return .multipoint(Multipoint(points: ordered(points), spatialReference: reference)) }
        if let paths { return .polyline(Polyline(paths: paths.map(ordered), spatialReference: reference)) }
        return rings.map { .polygon(Geometry.Polygon(rings: $0.map(ordered), spatialReference: reference)) }
    }

    /// A third number was taken for a height; it is the measure where there are measures and no heights.
    private func ordered(_ vertices: [Position]) -> [Position] {
        if hasZ || !hasM { return vertices }
        return vertices.map { Position(x: $0.x, y: $0.y, m: $0.z) }
    }
}
