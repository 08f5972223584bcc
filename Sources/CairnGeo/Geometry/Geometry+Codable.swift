import CairnCore

extension MapPoint: Codable {
    /// Reads Esri JSON.
    public init(from decoder: any Decoder) throws {
        guard case .point(let point) = try Geometry(from: decoder) else { throw GeometryError.malformed("this is no point") }
        self = point
    }

    /// Writes Esri JSON.
    public func encode(to encoder: any Encoder) throws {
        try Geometry.point(self).encode(to: encoder)
    }
}

extension Polyline: Codable {
    /// Reads Esri JSON.
    public init(from decoder: any Decoder) throws {
        guard case .polyline(let line) = try Geometry(from: decoder) else { throw GeometryError.malformed("this is no polyline") }
        self = line
    }

    /// Writes Esri JSON.
    public func encode(to encoder: any Encoder) throws {
        try Geometry.polyline(self).encode(to: encoder)
    }
}

extension Geometry.Polygon: Codable {
    /// Reads Esri JSON.
    public init(from decoder: any Decoder) throws {
        guard case .polygon(let area) = try Geometry(from: decoder) else { throw GeometryError.malformed("this is no polygon") }
        self = area
    }

    /// Writes Esri JSON.
    public func encode(to encoder: any Encoder) throws {
        try Geometry.polygon(self).encode(to: encoder)
    }
}

extension Envelope: Codable {
    /// Reads Esri JSON.
    public init(from decoder: any Decoder) throws {
        try self.init(esriJSON: JSONValue(from: decoder))
    }

    /// Writes Esri JSON.
    public func encode(to encoder: any Encoder) throws {
        try Geometry.envelope(self).encode(to: encoder)
    }
}

extension Geometry: Codable {
    /// Reads Esri JSON.
    public init(from decoder: any Decoder) throws {
        try self.init(esriJSON: JSONValue(from: decoder))
    }

    /// Writes Esri JSON.
    public func encode(to encoder: any Encoder) throws {
        // A job's record, in which parameters are kept, holds no null.
        try esriJSON(missing: "NaN").encode(to: encoder)
    }
}
