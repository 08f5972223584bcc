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
        do { return try await nextInOrder() } catch FeatureExportTrouble.notInOrder where condition != nil {
            // Asked for by their ids, they come in order.
            condition = nil
            return try await nextInOrder()
        }
    }

    private func nextInOrder() async throws -> Batch? {
        var current = if let iterator { iterator } else { try await begin() }
        iterator = nil
        guard let features = try await current.nextBatch() else { return nil }
        var place = last
        for feature in features { place = try objectID(of: feature, behind: place) }
        (iterator, last) = (current, place)
        return last.map { Batch(features: features, lastObjectID: $0) }
    }

    private func begin() async throws -> FeatureQueryResult.AsyncIterator {
        if let condition {
            var parameters = parameters
            if let last { parameters.whereClause = condition.text(behind: last) }
            do { return try await table.queryFeatures(using: parameters).makeAsyncIterator() } catch let error as ServiceError {
                guard last != nil, error.isRefusalOfQuestion else { throw error }
                self.condition = nil
            }
        }
        var parameters = parameters
        parameters.objectIDs = try await table.queryObjectIDs(using: parameters).filter { $0 > last ?? .min }
        return try await table.queryFeatures(using: parameters).makeAsyncIterator()
    }

    private func objectID(of feature: Feature, behind last: Int?) throws -> Int {
        guard let id = feature.objectID(definition.objectIDField) else {
            throw FeatureExportTrouble.noObjectID(table: definition.name)
        }
        if let last, id <= last { throw FeatureExportTrouble.notInOrder(table: definition.name, objectID: id, after: last) }
        return id
    }
}
