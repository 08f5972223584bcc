import CairnCore
import Foundation

extension GeoPackage {
    /// What parameters ask of a table.
    func selection(_ parameters: QueryParameters, of definition: FeatureTableDefinition) throws -> FeatureSelection {
        let hasIndex = try definition.hasGeometry && SpatialIndex(definition, database).exists()
        return try FeatureSelection(parameters, of: definition, hasIndex: hasIndex, now: .now)
    }

    /// A statement with its values, and its filter made known.
    func statement(_ sql: SQLFragment, _ filter: GeometryFilter?) throws(DatabaseError) -> Statement {
        try filter?.register(with: database)
        let statement = try database.prepare(sql.sql)
        statement.bind(sql.values)
        return statement
    }

    /// Calls `body` with each row of a statement that is made of what parameters ask for.
    private func rows(
        _ parameters: QueryParameters, _ definition: FeatureTableDefinition, _ sql: (FeatureSelection) throws -> SQLFragment,
        _ body: (Statement) throws -> Void
    ) throws {
        let selection = try selection(parameters, of: definition)
        let statement = try statement(try sql(selection), selection.filter)
        while try selection.filter.throwing({ try statement.step() }) { try body(statement) }
    }

    func objectIDs(_ parameters: QueryParameters, of definition: FeatureTableDefinition) throws -> [Int] {
        var ids: [Int] = []
        try rows(parameters, definition, { $0.objectIDs() }) { ids.append($0.int(0)) }
        return ids
    }

    func count(_ parameters: QueryParameters, of definition: FeatureTableDefinition) throws -> Int {
        var count = 0
        try rows(parameters, definition, { try $0.count() }) { count = $0.int(0) }
        return count
    }

    /// How many features a table has, and the greatest of their ids; nil if it has none.
    package func countAndLastObjectID(of definition: FeatureTableDefinition) throws -> (Int, Int?) {
        let row = try database.prepare(
            "SELECT count(*), max(\(SQLName(definition.objectIDField))) FROM \(SQLName(definition.name))")
        guard try row.step() else { return (0, nil) }
        return (row.int(0), row.isNull(1) ? nil : row.int(1))
    }

    /// Calls `body` with the object id of each feature of a table.
    package func forEachObjectID(of definition: FeatureTableDefinition, _ body: (Int) -> Void) throws {
        let rows = try database.prepare("SELECT \(SQLName(definition.objectIDField)) FROM \(SQLName(definition.name))")
        while try rows.step() { body(rows.int(0)) }
    }

    /// The rectangle around the features, nil if none has a place.
    func extent(_ parameters: QueryParameters, of definition: FeatureTableDefinition) throws -> Envelope? {
        let extent = try indexedExtent(parameters, of: definition) ?? scannedExtent(parameters, of: definition)
        return try parameters.outSpatialReference.flatMap { try extent?.projected(to: $0) } ?? extent
    }

    /// That of all features, if there is an index that tells.
    private func indexedExtent(_ parameters: QueryParameters, of definition: FeatureTableDefinition) throws -> Envelope? {
        var all = QueryParameters()
        all.outSpatialReference = parameters.outSpatialReference
        guard parameters == all, definition.hasGeometry else { return nil }
        let index = SpatialIndex(definition, database)
        do throws(DatabaseError) { return try index.exists() ? index.exactExtent() : nil } catch {
            // Damaged, or of another make: the features are still there to be looked at.
            if error.isOfContents { return nil }
            throw error
        }
    }

    private func scannedExtent(_ parameters: QueryParameters, of definition: FeatureTableDefinition) throws -> Envelope? {
        var extent: Envelope?
        try rows(parameters, definition, { try $0.extent() }) { row in
            guard !row.isNull(0) else { return }
            extent = Envelope(
                xMin: row.double(0), yMin: row.double(1), xMax: row.double(2), yMax: row.double(3),
                spatialReference: definition.spatialReference)
        }
        return extent
    }

    func statistics(
        _ query: StatisticsQuery, _ parameters: QueryParameters, of definition: FeatureTableDefinition
    ) throws -> [Attributes] {
        let selection = try selection(parameters, of: definition)
        let (sql, fields) = try selection.statistics(query)
        let rows = FeatureRows(try statement(sql, selection.filter), fields, of: definition.name, hasGeometry: false, nil)
        var list: [Attributes] = []
        while let row = try selection.filter.throwing({ try rows.next() }) { list.append(row.attributes) }
        return list
    }
}
