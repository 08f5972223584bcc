public import CairnCore

extension SpatialReference {
    /// Reads Esri's `{"wkid":…,"latestWkid":…}` or `{"wkt":…}`.
    public init?(esriJSON json: JSONValue?) {
        guard let json else { return nil }
        let wkid = json["wkid"]?.int ?? json.int
        guard wkid != nil || json["wkt"]?.string != nil else { return nil }
        self.init(wkid: wkid ?? 0, latestWkid: json["latestWkid"]?.int)
        self.wkid = wkid
        wkt = json["wkt"]?.string
    }

    /// Esri's form.
    public var esriJSON: JSONValue {
        var members: [String: JSONValue] = [:]
        if let wkid { members["wkid"] = .integer(wkid) }
        if let latestWkid { members["latestWkid"] = .integer(latestWkid) }
        if let wkt, wkid == nil { members["wkt"] = .string(wkt) }
        return .object(members)
    }
}

extension Geometry {
    /// Reads a geometry in Esri JSON.
    ///
    /// - Parameters:
    ///   - json: The geometry as a JSON object.
    ///   - inherited: What coordinates mean if the geometry does not say, as in feature sets.
    /// - Throws: ``GeometryError/malformed(_:)``, ``GeometryError/unsupported(_:)``.
    public init(esriJSON json: JSONValue, spatialReference inherited: SpatialReference? = nil) throws {
        let reference = SpatialReference(esriJSON: json["spatialReference"]) ?? inherited
        let order = VertexOrder(json)
        if json["curvePaths"] != nil || json["curveRings"] != nil { throw GeometryError.unsupported("True curves") }
        if let x = json["x"] {
            self = .point(Self.point(x, json, reference))
        } else if let points = json["points"]?.array {
            self = .multipoint(Multipoint(points: try points.map(order.read), spatialReference: reference))
        } else if let paths = json["paths"]?.array {
            self = .polyline(Polyline(paths: try order.readParts(paths), spatialReference: reference))
        } else if let rings = json["rings"]?.array {
            self = .polygon(Polygon(rings: try order.readParts(rings), spatialReference: reference))
        } else if json["xmin"] != nil {
            self = .envelope(try Envelope(esriJSON: json, spatialReference: inherited))
        } else {
            throw GeometryError.malformed("it has none of x, points, paths, rings and xmin")
        }
    }

    private static func point(_ x: JSONValue, _ json: JSONValue, _ reference: SpatialReference?) -> MapPoint {
        // Servers write empty points as "NaN" or null, and numbers sometimes as text.
        MapPoint(
            x: x.lenientDouble ?? .nan, y: json["y"]?.lenientDouble ?? .nan,
            z: json["z"]?.lenientDouble, m: json["m"]?.lenientDouble, spatialReference: reference)
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
        let reference = SpatialReference(esriJSON: json["spatialReference"]) ?? inherited
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
    /// A number, or text that is one; "NaN" and null are none.
    package var lenientDouble: Double? {
        if let double { return double }
        guard let value = string.flatMap({ Double($0) }), value.isFinite else { return nil }
        return value
    }
}
