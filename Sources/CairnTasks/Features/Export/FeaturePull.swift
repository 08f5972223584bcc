import CairnCore
import CairnGeo

/// Features of a table by object id, some at a time: begun again behind those that have come when it fails.
actor FeaturePull {
    struct Batch: Sendable {
        let features: [Feature]
        /// Of the last of them.
        let lastObjectID: Int
    }

    private let table: any FeatureTable
    private let definition: FeatureTableDefinition
    private let parameters: QueryParameters
    /// nil where the ids of what is wanted are listed instead.
    private var condition: ObjectIDCondition?
    private var last: Int?
    private var iterator: FeatureQueryResult.AsyncIterator?

    /// - Parameter last: The greatest object id of those that are not wanted any more.
    init(_ table: any FeatureTable, _ definition: FeatureTableDefinition, _ parameters: QueryParameters, after last: Int?) {
        (self.table, self.definition, self.parameters, self.last) = (table, definition, parameters, last)
        condition = ObjectIDCondition(definition.objectIDField, besides: parameters.whereClause)
    }

    /// What comes next; nil after the last. To be asked again when it fails, and never twice at the same time.
    func next() async throws -> Batch? {
        var current = if let iterator { iterator } else { try await begin() }
        iterator = nil
        guard let features = try await current.nextBatch() else { return nil }
        iterator = current
        for feature in features { try check(feature) }
        return last.map { Batch(features: features, lastObjectID: $0) }
    }

    private func begin() async throws -> FeatureQueryResult.AsyncIterator {
        guard let last else { return try await table.queryFeatures(using: parameters).makeAsyncIterator() }
        if let condition {
            var parameters = parameters
            parameters.whereClause = condition.text(behind: last)
            do { return try await table.queryFeatures(using: parameters).makeAsyncIterator() } catch let error as ServiceError {
                guard error.isRefusalOfQuestion else { throw error }
                self.condition = nil
            }
        }
        var parameters = parameters
        parameters.objectIDs = try await table.queryObjectIDs(using: parameters).filter { $0 > last }
        return try await table.queryFeatures(using: parameters).makeAsyncIterator()
    }

    private func check(_ feature: Feature) throws {
        guard let id = feature.attributes[definition.objectIDField]?.int else {
            throw FeatureExportTrouble.noObjectID(table: definition.name)
        }
        if let last, id <= last { throw FeatureExportTrouble.notInOrder(table: definition.name, objectID: id, after: last) }
        last = id
    }
}
