import CairnCore
import CairnGeo
import Foundation

/// Requests for features of a layer.
struct FeatureQueryWire: Sendable {
    let info: FeatureLayerInfo

    /// What chooses the features, but for their object ids.
    func choice(_ parameters: QueryParameters) -> [String: String] {
        var fields = ["where": parameters.whereClause.allSatisfy(\.isWhitespace) ? "1=1" : parameters.whereClause]
        if let geometry = parameters.geometry {
            fields["geometry"] = geometry.esriJSON.text()
            fields["geometryType"] = geometry.type?.rawValue ?? "esriGeometryEnvelope"
            fields["spatialRel"] = parameters.spatialRelationship.rawValue
            if let reference = geometry.spatialReference ?? info.spatialReference {
                fields["inSR"] = LocatorWire.text(of: reference)
            }
        }
        if let time = parameters.timeExtent, time.start != nil || time.end != nil {
            fields["time"] = [time.start, time.end].map(Self.milliseconds).joined(separator: ",")
        }
        return fields
    }

    private static func milliseconds(_ date: Date?) -> String {
        date.map { AttributeValue.date($0).esriJSON.text() } ?? "null"
    }

    /// What is given of the features, and in which order.
    func shape(_ parameters: QueryParameters) -> [String: String] {
        var fields: [String: String] = ["outFields": outFields(parameters)]
        if let reference = parameters.outSpatialReference { fields["outSR"] = LocatorWire.text(of: reference) }
        let hasGeometry = returnsGeometry(parameters)
        fields["returnGeometry"] = String(hasGeometry)
        if hasGeometry, info.hasZ { fields["returnZ"] = "true" }
        if hasGeometry, info.hasM { fields["returnM"] = "true" }
        if parameters.returnsDistinctValues { fields["returnDistinctValues"] = "true" }
        return fields
    }

    /// Whether geometries come.
    func returnsGeometry(_ parameters: QueryParameters) -> Bool {
        parameters.returnsGeometry && !parameters.returnsDistinctValues && info.geometryType != nil
    }

    /// Each once; the object id is always among them, but where each combination of values comes once.
    private func outFields(_ parameters: QueryParameters) -> String {
        var names = parameters.outFields
        if names.contains("*") { return "*" }
        if !parameters.returnsDistinctValues, let id = info.objectIDField { names.append(id) }
        var seen: Set<String> = []
        return names.filter { seen.insert($0.lowercased()).inserted }.joined(separator: ",")
    }

    /// An order in which no two features are equal, so that pages neither overlap nor leave gaps.
    func order(_ parameters: QueryParameters) -> String {
        var keys = parameters.orderByFields
        let last = parameters.returnsDistinctValues ? parameters.outFields : [info.objectIDField].compactMap(\.self)
        for name in last where name != "*" && !keys.contains(where: { $0.field.lowercased() == name.lowercased() }) {
            keys.append(OrderBy.Key(name))
        }
        return Self.order(keys)
    }

    /// Names as the service gives them: those of joined tables have points in them, and are not taken between quotes.
    static func order(_ keys: [OrderBy.Key]) -> String {
        keys.map { $0.field + ($0.isDescending ? " DESC" : "") }.joined(separator: ",")
    }

    /// The fields that come.
    func fields(_ parameters: QueryParameters) -> [Field] {
        let names = Set(parameters.outFields.map { $0.lowercased() })
        let id = parameters.returnsDistinctValues ? nil : info.objectIDField?.lowercased()
        return info.fields.filter { field in
            let name = field.name.lowercased()
            return field.type != .geometry && (names.contains("*") || names.contains(name) || name == id)
        }
    }

    /// Object ids with commas.
    static func list(_ ids: some Sequence<Int>) -> String { ids.map(String.init).joined(separator: ",") }
}
