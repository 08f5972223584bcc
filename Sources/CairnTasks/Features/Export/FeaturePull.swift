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
    private var last: Int?
    private var iterator: FeatureQueryResult.AsyncIterator?

    /// - Parameter last: The greatest object id of those that are not wanted any more.
    init(_ table: any FeatureTable, _ definition: FeatureTableDefinition, _ parameters: QueryParameters, after last: Int?) {
        (self.table, self.definition, self.parameters, self.last) = (table, definition, parameters, last)
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
        var parameters = parameters
        if let last {
            let rest = "\(objectIDField) > \(last)"
            parameters.whereClause =
                parameters.whereClause.allSatisfy(\.isWhitespace) ? rest : "(\(parameters.whereClause)) AND \(rest)"
        }
        return try await table.queryFeatures(using: parameters).makeAsyncIterator()
    }

    /// Services of files do not all understand quotes where none are needed.
    private var objectIDField: String {
        let name = definition.objectIDField
        let isPlain = name.utf8.allSatisfy {
            $0 == UInt8(ascii: "_") || Unicode.Scalar($0).properties.isAlphabetic || (0x30...0x39).contains($0)
        }
        return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    private func check(_ feature: Feature) throws {
        guard let id = feature.attributes[definition.objectIDField]?.int else {
            throw FeatureExportTrouble.noObjectID(table: definition.name)
        }
        if let last, id <= last { throw FeatureExportTrouble.notInOrder(table: definition.name, objectID: id, after: last) }
        last = id
    }
}
