public import CairnCore

extension Geometry {
    /// Reads a geometry in Esri JSON.
    ///
    /// - Parameters:
    ///   - json: The geometry as a JSON object.
    ///   - inherited: What coordinates mean if the geometry does not say, as in feature sets.
    /// - Throws: ``GeometryError/malformed(_:)``, ``GeometryError/unsupported(_:advice:)``.
    public init(esriJSON json: JSONValue, spatialReference inherited: SpatialReference? = nil) throws {
        guard let geometry = try Self.place(in: json, inherited) else {
            throw GeometryError.malformed("it has none of x, points, paths, rings and xmin")
        }
        self = geometry
    }

    /// Reads a geometry in Esri JSON; nil for one that says nothing of a place.
    static func place(in json: JSONValue, _ inherited: SpatialReference?) throws -> Geometry? {
        let reference = try SpatialReference(esriJSON: json["spatialReference"]) ?? inherited
        let order = VertexOrder(json)
        if json["curvePaths"] != nil || json["curveRings"] != nil { throw GeometryError.unsupported("True curves") }
        // Servers write empty points as "NaN" or null, and numbers sometimes as text.
        let x = try json["x"].map { try $0.coordinate(named: "x") ?? .nan }
        let y = try json["y"].map { try $0.coordinate(named: "y") ?? .nan }
        try expectPlace(x, y)
        // All are read, for what cannot be read is no geometry, whatever else there is.
        let points = try json.list("points")?.map(order.read)
        let paths = try json.list("paths").map(order.readParts)
        let rings = try json.list("rings").map(order.readParts)
        if let x {
            let (z, m) = (json["z"]?.lenientDouble, json["m"]?.lenientDouble)
            return .point(MapPoint(x: x, y: y ?? .nan, z: z, m: m, spatialReference: reference))
        }
        if let points { return .multipoint(Multipoint(points: points, spatialReference: reference)) }
        if let paths { return .polyline(Polyline(paths: paths, spatialReference: reference)) }
        if let rings { return .polygon(Polygon(rings: rings, spatialReference: reference)) }
        return json["xmin"] == nil ? nil : .envelope(try Envelope(esriJSON: json, spatialReference: inherited))
    }

    /// An empty point has neither number, and no point may have one.
    static func expectPlace(_ x: Double?, _ y: Double?) throws(GeometryError) {
        let (hasX, hasY) = (x.map { !$0.isNaN } ?? false, y.map { !$0.isNaN } ?? false)
        guard hasX != hasY else { return }
        throw .malformed(hasX ? "it has an x and no y" : "it has a y and no x")
    }

    /// The geometry in Esri JSON. A height or measure that a vertex lacks beside others that have one is null; vertices without a place are left out.
    public var esriJSON: JSONValue { esriJSON(missing: .null) }

    /// - Parameter missing: What stands for a height or measure that a vertex lacks.
    package func esriJSON(missing: JSONValue) -> JSONValue {
        var members: [String: JSONValue] = [:]
        switch self {
        case .point(let point):
            members["x"] = point.isEmpty ? "NaN" : .finite(point.x)
            members["y"] = point.isEmpty ? "NaN" : .finite(point.y)
            if let z = point.z, !z.isNaN { members["z"] = .finite(z) }
            if let m = point.m, !m.isNaN { members["m"] = .finite(m) }
        case .multipoint(let multipoint):
            members["points"] = VertexOrder.write([multipoint.points], missing, into: &members)[0]
        case .polyline(let polyline):
            members["paths"] = .array(VertexOrder.write(polyline.paths, missing, into: &members))
        case .polygon(let polygon):
            members["rings"] = .array(VertexOrder.write(polygon.rings, missing, into: &members))
        case .envelope(let box):
            for (name, side) in zip(Envelope.sideNames, [box.xMin, box.yMin, box.xMax, box.yMax]) {
                members[name] = box.isEmpty ? "NaN" : .finite(side)
            }
        }
        members["spatialReference"] = spatialReference?.esriJSON
        return .object(members)
    }
}

extension JSONValue {
    /// A number of a geometry. JSON has none that is infinite, and null in its stead would say that there is no place: it is the farthest there is.
    package static func finite(_ number: Double) -> JSONValue {
        let farthest = Double.greatestFiniteMagnitude
        return .number(number.clamped(to: -farthest...farthest))
    }
}

extension Envelope {
    fileprivate static let sideNames = ["xmin", "ymin", "xmax", "ymax"]

    /// Reads an envelope in Esri JSON. One whose sides are all null or "NaN", which is how servers write that there is none, has no place.
    public init(esriJSON json: JSONValue, spatialReference inherited: SpatialReference? = nil) throws {
        let sides = try Self.sideNames.map { name in try json[name]?.coordinate(named: name) ?? .nan }
        let isNothing = json["xmin"] != nil && sides.allSatisfy(\.isNaN)
        guard isNothing || !sides.contains(where: \.isNaN) else {
            throw GeometryError.malformed("an envelope needs xmin, ymin, xmax and ymax")
        }
        let reference = try SpatialReference(esriJSON: json["spatialReference"]) ?? inherited
        self.init(xMin: sides[0], yMin: sides[1], xMax: sides[2], yMax: sides[3], spatialReference: reference)
    }
}

/// Whether vertices carry z and m, which decides what their third number is.
private struct VertexOrder {
    let hasZ: Bool
    let hasM: Bool

    init(_ json: JSONValue) {
        hasZ = json["hasZ"]?.bool ?? false
        hasM = json["hasM"]?.bool ?? false
    }

    func readParts(_ parts: [JSONValue]) throws -> [[Position]] {
        try parts.map { part in
            guard let vertices = part.array else { throw GeometryError.malformed("a path or ring is no list") }
            return try vertices.map(read)
        }
    }

    func read(_ vertex: JSONValue) throws -> Position {
        guard let numbers = vertex.array, numbers.count >= 2, let x = numbers[0].lenientDouble,
            let y = numbers[1].lenientDouble
        else { throw GeometryError.malformed("a vertex needs two numbers") }
        // Without hasZ and hasM a third number is a height.
        let isZ = hasZ || !hasM
        let z = isZ && numbers.count > 2 ? numbers[2].lenientDouble : nil
        let mIndex = isZ ? 3 : 2
        return Position(x: x, y: y, z: z, m: numbers.count > mIndex ? numbers[mIndex].lenientDouble : nil)
    }

    static func write(_ parts: [[Position]], _ missing: JSONValue, into members: inout [String: JSONValue]) -> [JSONValue] {
        let parts = parts.map { $0.filter { !$0.x.isNaN && !$0.y.isNaN } }
        let hasZ = parts.contains { $0.contains { $0.z != nil } }
        let hasM = parts.contains { $0.contains { $0.m != nil } }
        if hasZ { members["hasZ"] = true }
        if hasM { members["hasM"] = true }
        return parts.map { part in
            .array(
                part.map { vertex in
                    var numbers: [JSONValue] = [.finite(vertex.x), .finite(vertex.y)]
                    if hasZ { numbers.append(further(vertex.z, missing)) }
                    if hasM { numbers.append(further(vertex.m, missing)) }
                    return .array(numbers)
                })
        }
    }

    private static func further(_ value: Double?, _ missing: JSONValue) -> JSONValue {
        value.flatMap { $0.isNaN ? nil : .finite($0) } ?? missing
    }
}

extension JSONValue {
    /// A number, or text that is one; nil for null, and for "NaN" and an empty text, which servers write for none.
    func coordinate(named name: String) throws(GeometryError) -> Double? {
        if let number = lenientDouble { return number }
        if isNull || ["", "nan"].contains(string?.lowercased()) { return nil }
        throw .malformed("its \(name), \(text().printable(upTo: 40)), is no number")
    }

    /// The elements of a member that is a list; nil if it is not there.
    fileprivate func list(_ name: String) throws(GeometryError) -> [JSONValue]? {
        guard let json = self[name] else { return nil }
        guard let list = json.array else { throw .malformed("its \(name) are no list") }
        return list
    }

    /// A number, or text that is one; "NaN" and null are none.
    package var lenientDouble: Double? {
        if let double { return double }
        guard let value = string.flatMap({ Double($0) }), value.isFinite else { return nil }
        return value
    }
}
