public import CairnCore

extension TileInfo {
    /// Reads the scheme of a tiled service: `{"rows":…,"cols":…,"dpi":…,"origin":…,"lods":[…]}`.
    ///
    /// - Parameters:
    ///   - json: The scheme as a JSON object.
    ///   - inherited: What coordinates mean if the scheme does not say.
    /// - Throws: ``TileCacheError/malformed(_:)``.
    public init(esriJSON json: JSONValue, spatialReference inherited: SpatialReference? = nil) throws {
        guard let reference = try Self.reference(json) ?? inherited else {
            throw TileCacheError.malformed("it does not say what coordinates mean (spatialReference)")
        }
        let (x, y) = (try Self.number(json["origin"]?["x"], "origin.x"), try Self.number(json["origin"]?["y"], "origin.y"))
        guard let levels = json["lods"]?.array, !levels.isEmpty, levels.count <= Self.mostLevels else {
            throw TileCacheError.malformed("it has no levels of detail (lods)")
        }
        self.init(
            dpi: json["dpi"]?.lenientDouble ?? 96, format: TileImageFormat(rawValue: json["format"]?.string ?? "PNG"),
            levelsOfDetail: try levels.map(Self.level), origin: Position(x: x, y: y), spatialReference: reference,
            tileHeight: try Self.side(json["rows"], "rows"), tileWidth: try Self.side(json["cols"], "cols"))
        guard Set(levelsOfDetail.map(\.level)).count == levels.count else {
            throw TileCacheError.malformed("it has two levels of one number")
        }
    }

    /// What coordinates mean; nil if a scheme, or what it is a part of, does not say.
    static func reference(_ json: JSONValue) throws(TileCacheError) -> SpatialReference? {
        do { return try SpatialReference(esriJSON: json["spatialReference"]) } catch {
            guard case .malformed(let reason) = error else { throw .malformed(error.description) }
            throw .malformed(reason)
        }
    }

    private static let mostLevels = 100
    private static let mostPixels = 8192

    private static func level(_ json: JSONValue) throws -> LevelOfDetail {
        let level = try number(json["level"], "level")
        let (resolution, scale) = (try number(json["resolution"], "resolution"), try number(json["scale"], "scale"))
        guard let level = Int(exactly: level), (0..<1000).contains(level), resolution > 0, scale > 0 else {
            throw TileCacheError.malformed("it has a level of detail that is none")
        }
        return LevelOfDetail(level: level, resolution: resolution, scale: scale)
    }

    private static func side(_ json: JSONValue?, _ name: String) throws -> Int {
        guard let json else { return 256 }
        guard let side = Int(exactly: try number(json, name)), (1...mostPixels).contains(side) else {
            throw TileCacheError.malformed("\(name) is no number of pixels")
        }
        return side
    }

    private static func number(_ json: JSONValue?, _ name: String) throws -> Double {
        guard let number = json?.lenientDouble, number.isFinite else {
            throw TileCacheError.malformed("\(name) is no number")
        }
        return number
    }

    /// The form that services have.
    public var esriJSON: JSONValue {
        [
            "rows": .integer(tileHeight), "cols": .integer(tileWidth), "dpi": .number(dpi), "format": .string(format.rawValue),
            "origin": ["x": .number(origin.x), "y": .number(origin.y)], "spatialReference": spatialReference.esriJSON,
            "lods": .array(
                levelsOfDetail.map { lod in
                    ["level": .integer(lod.level), "resolution": .number(lod.resolution), "scale": .number(lod.scale)]
                }),
        ]
    }
}

extension TileInfo: Codable {
    /// Reads Esri's form.
    public init(from decoder: any Decoder) throws {
        let json = try JSONValue(from: decoder)
        do { try self.init(esriJSON: json) } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
        }
    }

    /// Writes Esri's form.
    public func encode(to encoder: any Encoder) throws { try esriJSON.encode(to: encoder) }
}
