import CairnCore
import CairnGeo

/// Asks features that are in memory as a file is asked: in a transaction of a temporary geodatabase, of which nothing stays.
actor FeatureEvaluation {
    private let definition: FeatureTableDefinition
    /// The table's own, for words that tell of it.
    private let name: String
    /// The same for errors, whatever the service calls it.
    private let shownName: String
    private var made: Geodatabase?

    init(_ definition: FeatureTableDefinition) {
        var definition = definition
        shownName = definition.name.printable(upTo: 60)
        name = GeoPackage.objection(toTableName: definition.name) == nil ? definition.name : "features"
        (definition.name, definition.layerJSON, definition.hasAttachments) = (name, nil, false)
        // Several may be without while they have not been sent.
        definition.globalIDField = nil
        definition.keepGeometryColumnApart()
        self.definition = definition
    }

    /// Those that parameters ask for.
    func features(_ features: [Feature], using parameters: QueryParameters) async throws -> [Feature] {
        try await evaluating(features) { editor in
            var found: [Feature] = []
            try editor.forEachFeature(of: name, using: parameters) { found.append($0) }
            return found
        }
    }

    /// Their statistics.
    func statistics(
        _ query: StatisticsQuery, of features: [Feature], using parameters: QueryParameters
    ) async throws -> [Attributes] {
        try await evaluating(features) { try $0.statistics(query, of: name, using: parameters) }
    }

    /// Throws for the first that a table does not take.
    func verify(_ features: [Feature]) async throws {
        try await evaluating(features) { _ in }
    }

    /// Ends the transaction, of which nothing but this stays.
    private struct Evaluated<Value: Sendable>: Error {
        let value: Value
    }

    private func evaluating<Value: Sendable>(
        _ features: [Feature], _ body: @Sendable (GeodatabaseEditor) throws -> Value
    ) async throws -> Value {
        do {
            return try await geodatabase().transaction { editor in
                try editor.add(features, to: name)
                throw Evaluated(value: try body(editor))
            }
        } catch let evaluated as Evaluated<Value> {
            return evaluated.value
        }
    }

    private func geodatabase() async throws -> Geodatabase {
        if let made { return made }
        let new = try await Geodatabase.temporary()
        do { _ = try await new.createTable(definition) } catch GeodatabaseError.wrongDefinition(_, let reason) {
            throw AGSError.runtime(
                .commonInvalidArgument,
                "The features of the service's table \(shownName) cannot be kept here, to be edited or asked: \(reason). Have the service itself "
                    + "asked (onInteractionNoCache), or ask who runs it to mend the table.")
        }
        // Another may have been made meanwhile; one is as good as the other.
        let geodatabase = made ?? new
        made = geodatabase
        return geodatabase
    }
}
