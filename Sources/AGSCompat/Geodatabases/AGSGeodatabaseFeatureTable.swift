import CairnCore
public import CairnGeo
import CairnTasks
public import Foundation

/// A table of a geodatabase. Edits are in the file when they are done; within a transaction, when that is committed.
public final class AGSGeodatabaseFeatureTable: AGSArcGISFeatureTable {
    /// The table that this one drives.
    public let geodatabaseTable: GeodatabaseFeatureTable
    /// The geodatabase, as long as somebody has it. The file stays open for as long as somebody has one of its tables.
    public private(set) weak var geodatabase: AGSGeodatabase?

    init(_ table: GeodatabaseFeatureTable, in geodatabase: AGSGeodatabase) {
        (geodatabaseTable, self.geodatabase) = (table, geodatabase)
        super.init(table, of: table.geodatabase)
    }

    /// Whether features have changed since the geodatabase was in step with its service; true if the file cannot be looked into any more, for nobody
    /// knows.
    public func hasLocalEdits() -> Bool { geodatabaseTable.geodatabase.mayHaveChanges(of: geodatabaseTable.info) }

    /// The same: moments of edits are not kept, and each that was not sent counts.
    public func hasLocalEdits(since date: Date) -> Bool { hasLocalEdits() }

    /// Those whose key has the value of its own.
    override func relatedFeatures(
        of feature: AGSArcGISFeature, _ parameters: AGSRelatedQueryParameters,
        _ completion: @escaping ([AGSRelatedFeatureQueryResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let questions = questions(feature, parameters)
        let asked = questions.map { ($0.table.table, $0.parameters) }
        return OperationCancelable({
            var sets: [FeatureSet] = []
            for (table, parameters) in asked {
                sets.append(try await table.features(parameters))
            }
            return sets
        }) { sets, error in
            let results = sets.map { sets in
                zip(questions, sets).map {
                    AGSRelatedFeatureQueryResult($1, of: $0.table, to: feature, by: AGSRelationshipInfo($0.relationship))
                }
            }
            completion(results, error)
        }
    }

    /// What is asked for by one relationship.
    private struct Question {
        let relationship: FeatureRelationship
        let table: AGSArcGISFeatureTable
        /// Nil if nothing belongs to the feature.
        let parameters: QueryParameters?
    }

    private func questions(_ feature: AGSArcGISFeature, _ parameters: AGSRelatedQueryParameters) -> [Question] {
        let relationships = parameters.relationshipInfo.map { [$0.value] } ?? table.layerInfo?.relationships ?? []
        let value = try? feature.snapshot().feature
        return relationships.compactMap { relationship in
            guard let related = relatedTable(of: relationship) else { return nil }
            let condition = related.condition(relationship, value, parameters.value(.loadAll)(relationship))
            return Question(relationship: relationship, table: related, parameters: condition)
        }
    }

    override func relatedTable(of relationship: FeatureRelationship) -> AGSArcGISFeatureTable? {
        relationship.relatedTableID.flatMap { geodatabase?.geodatabaseFeatureTable(byServiceLayerID: $0) }
    }
}

extension AGSArcGISFeatureTable {
    /// What asks this table, as the other side of a relationship, for what belongs to a feature; nil if nothing can.
    fileprivate func condition(
        _ relationship: FeatureRelationship, _ feature: Feature?, _ related: RelatedQueryParameters
    ) -> QueryParameters? {
        guard let key = relationship.keyField, let value = feature?.attributes[key], value != .null,
            let own = table.layerInfo?.relationships.first(where: { $0.id == relationship.id })?.keyField
        else { return nil }
        let text: String
        switch value {
        case .string(let string): text = "'" + string.replacing("'", with: "''") + "'"
        case .integer, .double: text = value.text
        case .null, .date: return nil
        }
        var parameters = QueryParameters(whereClause: "\(own) = \(text)")
        parameters.require([related.whereClause])
        parameters.returnsGeometry = related.returnsGeometry
        parameters.outSpatialReference = related.outSpatialReference
        parameters.orderByFields = related.orderByFields
        return parameters
    }
}

extension LegacyTable {
    /// None without parameters.
    fileprivate func features(_ parameters: QueryParameters?) async throws -> FeatureSet {
        guard let parameters else { return FeatureSet() }
        return try await queryFeatures(using: parameters).featureSet()
    }
}

extension Geodatabase {
    /// Whether there may be something that would be lost with the file; not before that is loaded.
    func mayHaveChanges(of table: FeatureTableDefinition? = nil) -> Bool {
        loadStatus.isLoaded && (try? hasChangesNow(of: table)) ?? true
    }
}
