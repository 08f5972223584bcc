import CairnCore
import Foundation

/// What parameters ask of one table, as SQL.
struct FeatureSelection {
    private let definition: FeatureTableDefinition
    private let parameters: QueryParameters
    private let columns: SQLColumns
    private let condition: SQLFragment
    /// What the geometries of features are held against; nil without, and where the index tells it alone.
    let filter: GeometryFilter?
    private let now: Date

    /// - Parameter hasIndex: Whether the table has a spatial index.
    /// - Throws: ``WhereClauseError``, ``GeodatabaseError``, ``GeometryError``.
    init(_ parameters: QueryParameters, of definition: FeatureTableDefinition, hasIndex: Bool, now: Date) throws {
        (self.definition, self.parameters, self.now) = (definition, parameters, now)
        columns = SQLColumns(definition)
        filter = try parameters.geometry.map { geometry in
            try GeometryFilter(geometry, parameters.spatialRelationship, over: definition)
        }
        var conditions = [try Self.whereClause(parameters).translation(over: columns, now: now)]
        if let time = try parameters.timeExtent.map({ try definition.condition(on: $0) }) {
            conditions.append(try time.translation(over: columns, now: now))
        }
        if let ids = parameters.objectIDs { conditions.append(Self.list(ids, SQLName(definition.objectIDField))) }
        if let filter { conditions += Self.conditions(filter, definition, hasIndex) }
        condition = .chain(.and, conditions)
    }

    private static func whereClause(_ parameters: QueryParameters) throws(WhereClauseError) -> WhereClause {
        let text = parameters.whereClause
        return text.allSatisfy(\.isWhitespace) ? .all : try WhereClause(text)
    }

    /// One parameter, however many ids there are: SQLite has a limit for those.
    private static func list(_ ids: [Int], _ column: SQLName) -> SQLFragment {
        let list = "[" + ids.map(String.init).joined(separator: ",") + "]"
        return SQLFragment("\(column) IN (SELECT value FROM json_each(?))", [.string(list)])
    }

    private static func conditions(
        _ filter: GeometryFilter, _ definition: FeatureTableDefinition, _ hasIndex: Bool
    ) -> [SQLFragment] {
        let met = SQLFragment(
            "\(GeometryFilter.function)(\(SQLName(definition.geometryColumn)), \(SQLName(definition.objectIDField)))")
        guard let box = filter.extent else { return [SQLFragment("(1 = 0)")] }
        guard hasIndex else { return [met] }
        // The tree rounds its boxes outwards: it finds all of them, and perhaps some more.
        let index = SQLFragment(
            """
            \(SQLName(definition.objectIDField)) IN (SELECT id FROM \(SQLName(SpatialIndex.name(definition)))
            WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?)
            """, [.double(box.xMin), .double(box.xMax), .double(box.yMin), .double(box.yMax)])
        return [index, met]
    }

    // MARK: - Statements

    /// The features: the fields of `result`, then the geometry if it has one.
    func features() throws -> (SQLFragment, result: FeatureResultShape) {
        let result = try FeatureResultShape(parameters, definition, columns)
        let distinct = parameters.returnsDistinctValues ? "DISTINCT " : ""
        let geometry = result.hasGeometry ? [definition.geometryColumn] : []
        let list = (result.fields.map(\.name) + geometry).map { SQLName($0).description }.joined(separator: ", ")
        let last = parameters.returnsDistinctValues ? result.fields.map(\.name) : [definition.objectIDField]
        let order = try orderBy(columns, last)
        return (.joined([SQLFragment("SELECT \(distinct)\(list)"), source, order, page], " "), result)
    }

    /// The object ids.
    func objectIDs() -> SQLFragment {
        let id = SQLName(definition.objectIDField)
        return .joined([SQLFragment("SELECT \(id)"), source, SQLFragment("ORDER BY \(id)")], " ")
    }

    /// How many features there are, or how many of them differ.
    func count() throws -> SQLFragment {
        guard parameters.returnsDistinctValues else { return .joined([SQLFragment("SELECT count(*)"), source], " ") }
        let names = try FeatureResultShape(parameters, definition, columns).fields.map { SQLName($0.name).description }
        let rows = SQLFragment.joined([SQLFragment("SELECT DISTINCT \(names.joined(separator: ", "))"), source], " ")
        return rows.within("SELECT count(*) FROM (", ")")
    }

    /// The least x and y, and the greatest.
    func extent() throws -> SQLFragment {
        guard definition.hasGeometry else { throw GeodatabaseError.noGeometries(table: definition.name) }
        let geometry = SQLName(definition.geometryColumn)
        let bounds = "min(ST_MinX(\(geometry))), min(ST_MinY(\(geometry))), max(ST_MaxX(\(geometry))), max(ST_MaxY(\(geometry)))"
        return .joined([SQLFragment("SELECT \(bounds)"), source], " ")
    }

    /// The rows of statistics, and their columns.
    func statistics(_ query: StatisticsQuery) throws -> (SQLFragment, fields: [Field]) {
        let parts = try query.translation(over: columns, now: now)
        let known = SQLColumns(parts.fields.map { SQLColumn($0.name, $0.type) })
        let names = parts.fields.map { SQLName($0.name).description }.joined(separator: ", ")
        var inner = [parts.selection.within("SELECT ", ""), source]
        if let grouping = parts.grouping { inner.append(grouping.within("GROUP BY ", "")) }
        if let having = parts.having { inner.append(having.within("HAVING ", "")) }
        // By their names from outside: so they can be ordered by, whatever the table's columns are called.
        let rows = SQLFragment.joined(inner, " ").within("WITH statistics(\(names)) AS (", ") SELECT * FROM statistics")
        return (
            .joined(
                [
                    rows, try orderBy(known, query.groupBy.isEmpty ? [] : parts.fields.prefix(query.groupBy.count).map(\.name)),
                    page,
                ], " "), parts.fields
        )
    }

    private var source: SQLFragment { condition.within("FROM \(SQLName(definition.name)) WHERE ", "") }

    /// As parameters say; what they leave open by the columns of `last`, so that pages are the same each time.
    private func orderBy(_ columns: SQLColumns, _ last: [String]) throws(WhereClauseError) -> SQLFragment {
        let keys = parameters.orderByFields
        let named = Set(keys.map { $0.field.lowercased() })
        let rest = last.filter { !named.contains($0.lowercased()) }.map { OrderBy.Key($0) }
        guard !keys.isEmpty || !rest.isEmpty else { return SQLFragment("") }
        return try OrderBy(keys + rest).translation(over: columns).within("ORDER BY ", "")
    }

    private var page: SQLFragment {
        SQLFragment(
            "LIMIT ? OFFSET ?",
            [.integer(parameters.maxFeatures.map { max(0, $0) } ?? -1), .integer(max(0, parameters.resultOffset))])
    }
}

extension SQLColumns {
    /// The columns of a table.
    package init(_ definition: FeatureTableDefinition) {
        let geometry = definition.hasGeometry ? [SQLColumn(definition.geometryColumn, .geometry)] : []
        self.init(
            [SQLColumn(definition.objectIDField, .objectID)] + definition.fields.map { SQLColumn($0.name, $0.type) } + geometry)
    }
}
