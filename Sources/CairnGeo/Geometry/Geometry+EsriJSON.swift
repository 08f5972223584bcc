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

    /// The geometry in Esri JSON.
    public var esriJSON: JSONValue {
        var members: [String: JSONValue] = [:]
        switch self {
        case .point(let point):
            members["x"] = point.isEmpty ? "NaN" : .number(point.x)
            members["y"] = point.isEmpty ? "NaN" : .number(point.y)
            if let z = point.z { members["z"] = .number(z) }
            if let m = point.m { members["m"] = .number(m) }
        case .multipoint(let multipoint):
            members["points"] = VertexOrder.write([multipoint.points], into: &members)[0]
        case .polyline(let polyline):
            members["paths"] = .array(VertexOrder.write(polyline.paths, into: &members))
        case .polygon(let polygon):
            members["rings"] = .array(VertexOrder.write(polygon.rings, into: &members))
        case .envelope(let box):
            members["xmin"] = .number(box.xMin)
            members["ymin"] = .number(box.yMin)
            members["xmax"] = .number(box.xMax)
            members["ymax"] = .number(box.yMax)
        }
        members["spatialReference"] = spatialReference?.esriJSON
        return .object(members)
    }
}

extension Envelope {
    /// Reads an envelope in Esri JSON.
    public init(esriJSON json: JSONValue, spatialReference inherited: SpatialReference? = nil) throws {
        guard let xMin = json["xmin"]?.lenientDouble, let yMin = json["ymin"]?.lenientDouble,
            let xMax = json["xmax"]?.lenientDouble, let yMax = json["ymax"]?.lenientDouble
        else { throw GeometryError.malformed("an envelope needs xmin, ymin, xmax and ymax") }
        let reference = try SpatialReference(esriJSON: json["spatialReference"]) ?? inherited
        self.init(xMin: xMin, yMin: yMin, xMax: xMax, yMax: yMax, spatialReference: reference)
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

    static func write(_ parts: [[Position]], into members: inout [String: JSONValue]) -> [JSONValue] {
        let hasZ = parts.contains { $0.contains { $0.z != nil } }
        let hasM = parts.contains { $0.contains { $0.m != nil } }
        if hasZ { members["hasZ"] = true }
        if hasM { members["hasM"] = true }
        return parts.map { part in
            .array(
                part.map { vertex in
                    var numbers: [JSONValue] = [.number(vertex.x), .number(vertex.y)]
                    if hasZ { numbers.append(.number(vertex.z ?? .nan)) }
                    if hasM { numbers.append(.number(vertex.m ?? .nan)) }
                    return .array(numbers)
                })
        }
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
