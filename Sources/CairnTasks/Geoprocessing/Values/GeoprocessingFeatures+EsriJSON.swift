import CairnCore
import CairnGeo
import Foundation

extension GeoprocessingFeatures {
    init(_ part: AnswerPart) throws {
        if try part.optional("features") == nil, let source = try GeoprocessingSource(part) {
            self.init(.source(source, whereClause: try part.optional("filter")?.text() ?? ""))
            return
        }
        _ = try part.required("features").list()
        // Empty sets have it as a text without anything.
        if let reference = try part.optional("spatialReference"), reference.json.object != nil {
            _ = try reference.spatialReference()
        }
        // Said by some servers without the esri before it, and by old ones with kinds that are none here.
        let kind = try part.optional("geometryType")?.text()
        let type = kind.flatMap { GeometryType(rawValue: "esri" + $0.withoutEsri) }
        do {
            self.init(.features(try FeatureSet(esriJSON: part.json)), geometryType: type)
        } catch let error as GeometryError {
            throw part.refusal("holds features that cannot be read: \(error.words)")
        }
    }

    var esriJSON: JSONValue { esriJSON(missing: .null) }

    /// - Parameter missing: What stands for a height or measure that a vertex lacks beside others.
    func esriJSON(missing: JSONValue) -> JSONValue {
        switch content {
        case .source(let source, let condition):
            return .object(source.esriMembers.merging(condition.isEmpty ? [:] : ["filter": .string(condition)]) { own, _ in own })
        case .features(let features):
            var members = features.esriJSON(missing: missing).object ?? [:]
            if let geometryType { members["geometryType"] = .string(geometryType.rawValue) }
            return .object(members)
        }
    }
}
