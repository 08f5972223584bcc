package import CairnCore
import CairnGeo
import Foundation

extension GeoprocessingValue {
    /// Reads a value as servers write it.
    ///
    /// - Throws: ``TransportError`` of reason ``TransportError/Reason/notUnderstood(_:)``.
    package init(_ part: AnswerPart, type: GeoprocessingDataType) throws {
        try self.init(part, type, depth: 8)
    }

    private init(_ part: AnswerPart, _ type: GeoprocessingDataType, depth: Int) throws {
        guard depth > 0 else { throw part.refusal("nests too deep") }
        guard let kind = type.kind, !part.json.isNull else {
            self = .unknown(dataType: type.rawValue, part.json)
            return
        }
        switch kind {
        case .text: self = .string(try part.text())
        case .long: self = .long(try part.wholeNumber())
        case .double: self = .double(try part.number())
        case .boolean: self = .boolean(try part.flag())
        case .date: self = .date(try part.moment())
        case .linearUnit: self = .linearUnit(try GeoprocessingLinearUnit(part))
        case .arealUnit: self = .arealUnit(try GeoprocessingArealUnit(part))
        case .timeUnit: self = .timeUnit(try GeoprocessingTimeUnit(part))
        case .features, .table, .raster: self = try Self.layer(part, kind)
        case .dataFile: self = .dataFile(GeoprocessingDataFile(try part.place()))
        case .multiValue: self = try Self.list(part, type, depth)
        case .valueTable: self = .valueTable(try part.list().map(\.json))
        case .composite: self = try Self.composite(part, depth)
        case .field: self = .field(try part.field())
        case .spatialReference: self = .spatialReference(try part.reference())
        case .extent: self = try part.extent(in: nil).map { .extent($0) } ?? .unknown(dataType: type.rawValue, .null)
        }
    }

    private static func list(_ part: AnswerPart, _ type: GeoprocessingDataType, _ depth: Int) throws -> GeoprocessingValue {
        let element = type.elementType ?? .string
        return .multiValue(try part.list().map { try GeoprocessingValue($0, element, depth: depth - 1) })
    }

    private static func composite(_ part: AnswerPart, _ depth: Int) throws -> GeoprocessingValue {
        guard part.json.object != nil, let type = try part.optional("dataType") else {
            return .composite(.unknown(dataType: "GPComposite", part.json))
        }
        let inner = GeoprocessingDataType(rawValue: try type.filledText())
        guard let value = try part.optional("value") else { return .composite(.unknown(dataType: inner.rawValue, .null)) }
        return .composite(try GeoprocessingValue(value, inner, depth: depth - 1))
    }

    /// Features, rows and rasters may come as pictures.
    private static func layer(_ part: AnswerPart, _ kind: GeoprocessingDataType.Kind) throws -> GeoprocessingValue {
        if let image = try part.optional("mapImage") { return .mapImage(try GeoprocessingMapImage(image)) }
        switch kind {
        case .features: return .features(try GeoprocessingFeatures(part))
        case .table: return .table(try GeoprocessingFeatures(part))
        default:
            let place = try part.place()
            return .raster(
                GeoprocessingRaster(
                    place, format: try part.optional("format")?.text() ?? "", type: try part.optional("type")?.text() ?? ""))
        }
    }
}

extension GeoprocessingValue {
    /// The value as servers write it.
    package var esriJSON: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .long(let number): .integer(number)
        case .double(let number): .number(number)
        case .boolean(let flag): .bool(flag)
        case .date(let date): AttributeValue.date(date).esriJSON
        case .linearUnit(let unit): unit.esriJSON
        case .arealUnit(let unit): unit.esriJSON
        case .timeUnit(let unit): unit.esriJSON
        case .features(let features), .table(let features): features.esriJSON
        case .raster(let raster): raster.esriJSON
        case .dataFile(let file): .object(file.source.esriMembers)
        case .multiValue(let values): .array(values.map(\.esriJSON))
        case .valueTable(let rows): .array(rows)
        case .composite(let value): ["dataType": .string(value.dataType.rawValue), "value": value.esriJSON]
        case .field(let field): field.esriJSON
        case .spatialReference(let reference): reference.esriJSON
        case .extent(let box): Geometry.envelope(box).esriJSON
        case .mapImage(let image): ["mapImage": image.esriJSON]
        case .unknown(_, let json): json
        }
    }

    /// The value as a field of a form: texts as they are, all else as JSON.
    package var formText: String { esriJSON.string ?? esriJSON.text() }
}

extension GeoprocessingRaster {
    fileprivate var esriJSON: JSONValue {
        var members = source.esriMembers
        if !format.isEmpty { members["format"] = .string(format) }
        if !type.isEmpty { members["type"] = .string(type) }
        return .object(members)
    }
}

extension GeoprocessingMapImage {
    fileprivate init(_ part: AnswerPart) throws {
        self.init(
            url: try part.required("href").address(), width: try part.optional("width")?.wholeNumber(),
            height: try part.optional("height")?.wholeNumber(), extent: try part.optional("extent")?.extent(in: nil),
            scale: try part.optional("scale")?.number())
    }

    fileprivate var esriJSON: JSONValue {
        var members: [String: JSONValue] = ["href": .string(url.absoluteString)]
        if let width { members["width"] = .integer(width) }
        if let height { members["height"] = .integer(height) }
        if let extent { members["extent"] = Geometry.envelope(extent).esriJSON }
        if let scale { members["scale"] = .number(scale) }
        return .object(members)
    }
}

extension AnswerPart {
    fileprivate func place() throws -> GeoprocessingSource {
        guard let source = try GeoprocessingSource(self) else { throw refusal("says neither url nor itemID") }
        return source
    }

    fileprivate func field() throws -> Field {
        _ = try required("name").filledText()
        guard let field = Field(esriJSON: json) else { throw refusal("is no field") }
        return field
    }

    /// By its id, as an object, or as well-known text.
    fileprivate func reference() throws -> SpatialReference {
        if let text = json.string, Int(text) == nil { return SpatialReference(wkt: try filledText()) }
        guard let reference = try spatialReference() else { throw refusal("says nothing of coordinates") }
        return reference
    }

    /// Milliseconds since 1970, or a date as ISO 8601 writes it, perhaps within an object.
    fileprivate func moment() throws -> Date {
        if let milliseconds = json.lenientDouble {
            guard abs(milliseconds) <= 8.64e15 else { throw refusal("is no moment") }
            return json.date ?? Date(timeIntervalSince1970: milliseconds / 1000)
        }
        if json.object != nil { return try required("date").moment() }
        let text = try filledText()
        let zoned = text.hasSuffix("Z") ? text : text + "Z"
        let styles = [Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle()]
        guard let date = styles.lazy.compactMap({ try? $0.parse(zoned) }).first else { throw refusal("is no moment") }
        return date
    }
}
