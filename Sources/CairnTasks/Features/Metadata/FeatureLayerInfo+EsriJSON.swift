public import CairnCore
import CairnGeo
package import Foundation

extension FeatureLayerInfo {
    /// Reads what a layer says of itself, from the service at `url`; most members may be missing, but not all that make it a layer.
    ///
    /// - Throws: ``TransportError`` of reason ``TransportError/Reason/notUnderstood(_:)``.
    package init(esriJSON json: JSONValue, of url: URL) throws {
        try self.init(AnswerPart(json, of: url))
    }

    init(_ answer: AnswerPart) throws {
        guard try !answer.members().keys.filter({ ["fields", "type", "geometryType"].contains($0) }).isEmpty else {
            throw answer.refusal("is not that of a layer, it has none of type, fields and geometryType")
        }
        let extent = try? answer.optional("extent")?.extent(in: nil)
        let geometry = try answer.optional("geometryType")?.text()
        self.init(
            id: try answer.required("id").wholeNumber(), name: try answer.optional("name")?.text() ?? "",
            kind: try answer.optional("type").map { FeatureLayerKind(rawValue: try $0.text()) },
            description: Self.words(try answer.optional("description")),
            geometryType: geometry.flatMap(GeometryType.init(rawValue:)),
            // In which answers come, unless something else is asked for.
            spatialReference: try extent?.spatialReference ?? Self.spatialReference(answer), extent: extent,
            hasZ: try answer.optional("hasZ")?.flag() ?? false, hasM: try answer.optional("hasM")?.flag() ?? false,
            fields: try Self.fields(answer.optional("fields")), objectIDField: try Self.name(answer.optional("objectIdField")),
            globalIDField: try Self.name(answer.optional("globalIdField")),
            displayField: try? Self.name(answer.optional("displayField")),
            hasAttachments: try answer.optional("hasAttachments")?.flag() ?? false,
            maxRecordCount: try Self.count(answer.optional("maxRecordCount")),
            queryFormats: Self.list(try answer.optional("supportedQueryFormats")),
            capabilities: Set(list: Self.words(try answer.optional("capabilities"))),
            queryCapabilities: try Self.queryCapabilities(answer),
            supportsRollbackOnFailure: try answer.optional("supportsRollbackOnFailureParameter")?.flag() ?? false,
            supportsApplyEditsWithGlobalIDs: try answer.optional("supportsApplyEditsWithGlobalIds")?.flag() ?? false,
            relationships: (try answer.optional("relationships")?.list() ?? []).compactMap { try? FeatureRelationship($0) },
            json: answer.json)
    }

    private static func spatialReference(_ answer: AnswerPart) throws -> SpatialReference? {
        try answer.optional("sourceSpatialReference")?.spatialReference()
            ?? answer.optional("spatialReference")?.spatialReference()
    }

    private static func fields(_ list: AnswerPart?) throws -> [Field] {
        try list?.list().map { part in
            _ = try part.required("name").filledText()
            guard let field = Field(esriJSON: part.json) else { throw part.refusal("has no name") }
            return field
        } ?? []
    }

    /// A name; servers that have none write null, or nothing.
    private static func name(_ part: AnswerPart?) throws -> String? {
        let name = try part?.text() ?? ""
        return name.allSatisfy(\.isWhitespace) ? nil : name
    }

    /// One that is of no use is none.
    private static func count(_ part: AnswerPart?) throws -> Int? {
        guard let number = part?.json.lenientDouble, number >= 1 else { return nil }
        return Int(rounding: number.clamped(to: 1...1e6), .towardZero)
    }

    private static func words(_ part: AnswerPart?) -> String { (try? part?.text()) ?? "" }

    private static func list(_ part: AnswerPart?) -> [String] {
        words(part).split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// What older servers say beside the list counts, too.
    private static func queryCapabilities(_ answer: AnswerPart) throws -> Set<QueryCapability> {
        let advanced = try answer.optional("advancedQueryCapabilities")?.members() ?? [:]
        var capabilities = Set(advanced.filter { $0.value.bool == true }.map { QueryCapability(rawValue: $0.key) })
        if try answer.optional("supportsStatistics")?.flag() == true { capabilities.insert(.statistics) }
        if try answer.optional("supportsAdvancedQueries")?.flag() == true { capabilities.insert(.orderBy) }
        return capabilities
    }
}

extension FeatureLayerInfo {
    /// What the layer says of itself as servers write it: all of ``json``, and over it what the properties say.
    public var esriJSON: JSONValue {
        var members = json.object ?? [:]
        members["id"] = .integer(id)
        members["name"] = .string(name)
        members["type"] = .string(kind.rawValue)
        members["description"] = .string(description)
        members["geometryType"] = geometryType.map { .string($0.rawValue) }
        members["extent"] = extent.map { Geometry.envelope($0).esriJSON }
        members["spatialReference"] = spatialReference?.esriJSON
        members["hasZ"] = .bool(hasZ)
        members["hasM"] = .bool(hasM)
        members["fields"] = .array(encodedFields)
        members["objectIdField"] = objectIDField.map(JSONValue.string)
        members["globalIdField"] = globalIDField.map(JSONValue.string)
        members["displayField"] = displayField.map(JSONValue.string)
        members["hasAttachments"] = .bool(hasAttachments)
        members["maxRecordCount"] = maxRecordCount.map(JSONValue.integer)
        members["supportedQueryFormats"] = .string(queryFormats.joined(separator: ", "))
        members["capabilities"] = .string(capabilities.list)
        members["advancedQueryCapabilities"] = encodedQueryCapabilities
        members["supportsStatistics"] = .bool(queryCapabilities.contains(.statistics))
        members["supportsAdvancedQueries"] = .bool(queryCapabilities.contains(.orderBy))
        members["supportsRollbackOnFailureParameter"] = .bool(supportsRollbackOnFailure)
        members["supportsApplyEditsWithGlobalIds"] = .bool(supportsApplyEditsWithGlobalIDs)
        members["relationships"] = .array(encodedRelationships)
        return .object(members)
    }

    /// With what the server has said of the fields of these names and has no property here, such as their domains.
    private var encodedFields: [JSONValue] {
        let said = (json["fields"]?.array ?? []).compactMap { json in json["name"]?.string.map { ($0, json.object ?? [:]) } }
        let known = Dictionary(said) { first, _ in first }
        return fields.map { .object((known[$0.name] ?? [:]).merging($0.esriJSON.object ?? [:]) { $1 }) }
    }

    private var encodedQueryCapabilities: JSONValue {
        let known = json["advancedQueryCapabilities"]?.object ?? [:]
        let off = known.mapValues { $0.bool == true ? false : $0 }
        return .object(off.merging(queryCapabilities.map { ($0.rawValue, true) }) { $1 })
    }

    private var encodedRelationships: [JSONValue] {
        let said = (json["relationships"]?.array ?? []).compactMap { json in json["id"]?.int.map { ($0, json.object ?? [:]) } }
        let all = Dictionary(said) { first, _ in first }
        return relationships.map { relationship in
            let known = all[relationship.id] ?? [:]
            return .object(known.merging(relationship.esriJSON.object ?? [:]) { $1 })
        }
    }
}
