import CairnGeo
import Foundation

/// A GeoPackage in a folder of its own, which goes with it.
final class GeoPackageFile {
    let url: URL
    let package: GeoPackage
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "data.gpkg")
        package = try GeoPackage.create(at: url)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The features of a table.
    func features(_ table: String) throws -> [Feature] {
        var features: [Feature] = []
        try package.forEachFeature(of: try package.table(table)) { feature in
            features.append(feature)
            return true
        }
        return features
    }

    /// What a statement selects, its columns with blanks between them.
    func select(_ sql: String) throws -> [String] {
        let statement = try package.database.prepare(sql)
        var rows: [String] = []
        while try statement.step() {
            rows.append((0..<statement.columnCount).map { statement.string($0) }.joined(separator: " "))
        }
        return rows
    }

    /// What a program of GDAL's says; nil where there is none.
    static func gdal(_ arguments: [String]) throws -> (text: String, status: Int32)? {
        let candidates = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(arguments[0])" }
        guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
            print("skipped: no \(arguments[0])")
            return nil
        }
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = Array(arguments.dropFirst())
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }
}
