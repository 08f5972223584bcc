/// What changes a geodatabase within a transaction; it is of use until that ends.
///
/// What the service of a copy never takes is refused, as by ``GeodatabaseFeatureTable/applyEdits(_:)``. What it throws need not end the transaction: a
/// feature that is refused leaves nothing behind, and the rest may be done.
public final class GeodatabaseEditor {
    private let package: GeoPackage
    private var writers: [String: (FeatureTableDefinition, FeatureTableWriter, TableRights)] = [:]

    init(_ package: GeoPackage) {
        self.package = package
    }

    /// Makes a table.
    ///
    /// - Throws: ``GeodatabaseError``, ``DatabaseError``.
    public func createTable(_ definition: FeatureTableDefinition) throws {
        try package.createTable(definition)
    }

    /// The tables as they are now.
    ///
    /// - Throws: ``DatabaseError``.
    public func tables() throws -> [FeatureTableDefinition] { try package.tables() }

    /// Adds features, with the object ids that they have, or with new ones.
    ///
    /// - Returns: Their object ids.
    /// - Throws: ``GeodatabaseError``, ``DatabaseError``.
    @discardableResult
    public func add(_ features: some Sequence<Feature>, to table: String) throws -> [Int] {
        let (definition, writer, rights) = try writer(table)
        try rights.expectAdds()
        let ids = try features.map { try writer.add($0) }
        try package.updateExtent(of: definition)
        return ids
    }

    /// Changes the feature of an object id: the attributes that are given, and the geometry if there is one.
    ///
    /// - Returns: False if there is no such feature.
    /// - Throws: ``GeodatabaseError``, ``DatabaseError``.
    @discardableResult
    public func update(_ feature: Feature, objectID: Int, in table: String) throws -> Bool {
        let (definition, writer, rights) = try writer(table)
        try rights.expectChange(of: objectID)
        let isThere = try writer.update(feature, objectID: objectID)
        try package.updateExtent(of: definition)
        return isThere
    }

    /// Deletes the features that parameters ask for, and what is attached to them.
    ///
    /// - Returns: How many there were.
    /// - Throws: ``GeodatabaseError``, ``WhereClauseError``, ``GeometryError``, ``DatabaseError``.
    @discardableResult
    public func deleteFeatures(using parameters: QueryParameters, from table: String) throws -> Int {
        let (definition, writer, rights) = try writer(table)
        let ids = try package.objectIDs(parameters, of: definition)
        for id in ids { try rights.expectDeletion(of: id) }
        for id in ids { _ = try writer.delete(objectID: id) }
        try package.updateExtent(of: definition)
        return ids.count
    }

    /// Calls `body` with each feature that parameters ask for, as they are now; it must not change the table meanwhile.
    ///
    /// - Throws: What `body` throws; ``GeodatabaseError``, ``WhereClauseError``, ``GeometryError``, ``DatabaseError``.
    public func forEachFeature(
        of table: String, using parameters: QueryParameters = QueryParameters(), _ body: (Feature) throws -> Void
    ) throws {
        try package.forEachFeature(of: try package.table(table), using: parameters) { feature in
            try body(feature)
            return true
        }
    }

    /// Statistics of the features that parameters choose, as they are now.
    package func statistics(_ query: StatisticsQuery, of table: String, using parameters: QueryParameters) throws -> [Attributes]
    {
        try package.statistics(query, parameters, of: try package.table(table))
    }

    /// Calls `body` with what writes a table: for features that come from elsewhere one by one.
    func write(to table: String, _ body: (FeatureTableWriter) throws -> Void) throws {
        let (definition, writer, rights) = try writer(table)
        try rights.expectAdds()
        try body(writer)
        try package.updateExtent(of: definition)
    }

    private func writer(_ table: String) throws -> (FeatureTableDefinition, FeatureTableWriter, TableRights) {
        if let known = writers[table] { return known }
        let definition = try package.table(table)
        try definition.expectEditable()
        try package.createIndex(of: definition)
        let new = (definition, try package.writer(of: definition), try TableRights(definition, package))
        writers[table] = new
        return new
    }
}
