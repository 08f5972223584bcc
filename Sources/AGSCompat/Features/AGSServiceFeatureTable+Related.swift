import CairnGeo
import CairnTasks
import Foundation

extension AGSServiceFeatureTable {
    /// The features that belong to another, as the service has them: edits that were not sent do not count.
    @discardableResult
    public func queryRelatedFeatures(
        for feature: AGSArcGISFeature, parameters: AGSRelatedQueryParameters, queryFeatureFields: AGSQueryFeatureFields,
        completion: @escaping ([AGSRelatedFeatureQueryResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let snapshot = Result {
            _ = try idHere(feature)
            return try feature.snapshot()
        }
        let query = RelatedQuery(
            edited, snapshot, parameters.relationshipInfo?.value, parameters.value(queryFeatureFields))
        return OperationCancelable({ try await query.groups() }) { groups, error in
            let results = groups?.map { group in
                AGSRelatedFeatureQueryResult(
                    group.set, of: self.table(of: group.relationship), to: feature, by: AGSRelationshipInfo(group.relationship))
            }
            completion(results, error)
        }
    }

    /// The table of the other side: that of the geodatabase, or one by its address; nil if the service does not say which it is.
    private func table(of relationship: FeatureRelationship) -> AGSArcGISFeatureTable? {
        if let table = relatedTable(of: relationship) { return table }
        return relationship.relatedTableID.map { AGSServiceFeatureTable(service.sibling($0)) }
    }
}

/// A question for what belongs to a feature.
private struct RelatedQuery: Sendable {
    struct Group: Sendable {
        let relationship: FeatureRelationship
        let set: FeatureSet
    }

    private let table: LocallyEditedTable
    private let snapshot: Result<FeatureSnapshot, any Error>
    private let relationship: FeatureRelationship?
    private let parameters: @Sendable (FeatureRelationship) -> RelatedQueryParameters

    init(
        _ table: LocallyEditedTable, _ snapshot: Result<FeatureSnapshot, any Error>, _ relationship: FeatureRelationship?,
        _ parameters: @escaping @Sendable (FeatureRelationship) -> RelatedQueryParameters
    ) {
        (self.table, self.snapshot, self.relationship, self.parameters) = (table, snapshot, relationship, parameters)
    }

    /// For each relationship what belongs to the feature.
    func groups() async throws -> [Group] {
        let definition = try await table.definition()
        let id = table.currentIDs(of: try snapshot.get().objectID(definition)).objectID
        var groups: [Group] = []
        for relationship in relationship.map({ [$0] }) ?? table.layerInfo?.relationships ?? [] {
            let found = id < 0 ? [:] : try await table.service.queryRelatedFeatures(to: [id], using: parameters(relationship))
            groups.append(Group(relationship: relationship, set: found[id] ?? FeatureSet()))
        }
        return groups
    }
}
