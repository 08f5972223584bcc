import CairnGeo
import Foundation

/// What stands where an export puts a GeoPackage.
struct ReplacedGeoPackage {
    let url: URL

    /// - Throws: ``FeatureExportTrouble/outputIsOpen(path:beside:)`` if there are files beside it that SQLite would take for the new one's.
    func expectNothingBeside() throws {
        for suffix in ["-wal", "-journal"] where FileManager.default.fileExists(atPath: url.path + suffix) {
            throw FeatureExportTrouble.outputIsOpen(path: url.path, beside: url.lastPathComponent + suffix)
        }
    }

    /// - Throws: ``FeatureExportTrouble/otherTables(path:table:others:)`` if there are other tables than one in it; `DatabaseError`.
    func expectOnly(table: String) throws {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        let others = try tables().filter { $0.caseInsensitiveCompare(table) != .orderedSame }
        guard others.isEmpty else { throw FeatureExportTrouble.otherTables(path: url.path, table: table, others: others) }
    }

    /// The names of all that it holds; none if it is no GeoPackage.
    private func tables() throws -> [String] {
        // Not read only: a file that keeps a log would have one beside it afterwards.
        let package: GeoPackage
        do { package = try GeoPackage(url) } catch is GeodatabaseError { return [] }
        let statement = try package.database.prepare("SELECT table_name FROM gpkg_contents ORDER BY table_name")
        var names: [String] = []
        while try statement.step() { names.append(statement.string(0)) }
        return names
    }
}
