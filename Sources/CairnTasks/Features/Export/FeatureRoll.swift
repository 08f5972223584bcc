import CairnCore
import CairnGeo

/// All object ids of a table, which others may change meanwhile.
struct FeatureRoll {
    private let table: any FeatureTable
    private let definition: FeatureTableDefinition
    private let parameters: QueryParameters
    private let context: JobContext<FeatureExportWork>

    init(
        _ table: any FeatureTable, _ definition: FeatureTableDefinition, _ parameters: QueryParameters,
        _ context: JobContext<FeatureExportWork>
    ) {
        (self.table, self.definition, self.parameters, self.context) = (table, definition, parameters, context)
    }

    /// How many features there are.
    func count() async throws -> Int {
        try await context.ridingOut { [table] in try await table.queryFeatureCount(using: parameters) }
    }

    /// The ids of all features, as many as are counted before or behind them: fewer would be taken for what others have deleted.
    ///
    /// - Throws: ``FeatureExportTrouble/notListed(table:counted:listed:)`` for a list that is cut, as ``ListedIDs`` tells.
    func objectIDs() async throws -> [Int] {
        var listed = ListedIDs()
        while true {
            let before = try await count()
            let list = try await context.ridingOut { [table] in try await table.queryObjectIDs(using: parameters) }
            if list.count >= before { return list }
            let counted = try await count()
            if list.count >= counted { return list }
            if listed.isCut(list) {
                throw FeatureExportTrouble.notListed(table: definition.name, counted: counted, listed: list.count)
            }
            if listed.wantsPause { try await context.pause(afterFailures: listed.times) }
        }
    }
}
