import CairnCore
public import Foundation

extension Geodatabase {
    /// The features of a GeoJSON file as tables, for reading, in a geodatabase that goes when nobody needs it any more. What is written to the
    /// file later does not count.
    ///
    /// - Throws: As ``importGeoJSON(_:as:)``.
    @concurrent
    public static func imported(fromGeoJSON file: URL) async throws -> Geodatabase {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "features.gpkg")
        let made = try await create(at: url)
        try await made.importGeoJSON(file, as: file.deletingPathExtension().lastPathComponent)
        try await made.close()
        let geodatabase = Geodatabase(fileURL: url, isReadOnly: true, in: folder)
        try await geodatabase.load()
        return geodatabase
    }

    /// Makes tables of the features of a GeoJSON file, which is read piece by piece, however large.
    ///
    /// The fields are the properties of all features: whole numbers, numbers or text, as their values have room; objects and lists are text. A
    /// file of several kinds of geometries makes a table for each, as `Town_point` and `Town_polygon`. All is one transaction.
    ///
    /// ```swift
    /// let geodatabase = try await Geodatabase.create(at: URL(filePath: "town.gpkg"))
    /// let trees = try await geodatabase.importGeoJSON(URL(filePath: "trees.geojson"), as: "Trees")[0]
    /// print(trees.info.fields.map(\.name))
    /// ```
    ///
    /// A point without coordinates is read as no geometry.
    ///
    /// - Returns: The tables; one, unless the kinds are mixed.
    /// - Throws: `SystemError` if the file cannot be read; ``GeodatabaseError/wrongGeoJSON(path:feature:reason:)`` for what is no GeoJSON, for
    ///   collections of geometries, and for coordinates of another system than WGS 84; other ``GeodatabaseError``, ``DatabaseError``.
    @concurrent
    @discardableResult
    public func importGeoJSON(_ file: URL, as name: String) async throws -> [GeodatabaseFeatureTable] {
        let source = GeoJSONFile(file)
        var schema = GeoJSONSchema()
        try source.forEachFeature { schema.add($0) }
        let tables = schema.tables(name)
        try await transaction { editor in
            for (place, table) in tables.enumerated() {
                try editor.createTable(table.definition)
                try editor.write(to: table.definition.name) { writer in
                    try source.forEachFeature { element in
                        if let feature = table.feature(element, isFirst: place == 0) { try writer.add(feature) }
                    }
                }
            }
        }
        return try tables.map { try self.table(named: $0.definition.name) }
    }
}
