import CairnGeo
import CairnTesting
import Foundation

/// A geodatabase in a folder of its own, which goes with it.
final class GeodatabaseFile: Sendable {
    let url: URL
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "data.gpkg")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The names of what is in the folder.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    /// The size of a file in the folder, 0 if there is none.
    func size(_ name: String) throws -> Int {
        let path = folder.appending(path: name).path
        return FileManager.default.fileExists(atPath: path) ? try Data(contentsOf: URL(filePath: path)).count : 0
    }

    /// A file of so many bytes that are not all the same.
    func makeFile(_ name: String, size: Int) throws -> URL {
        let file = folder.appending(path: name)
        var random = SeededGenerator(seed: UInt64(size))
        try Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }).write(to: file)
        return file
    }
}

extension GeodatabaseFile {
    /// Makes it a closed file with a table `Things` of so many rows, whose `NAME` is their number from zero on.
    func makeThings(count: Int) async throws {
        let geodatabase = try await Geodatabase.create(at: url)
        try await geodatabase.transaction { editor in
            try editor.createTable(FeatureTableDefinition("Things", fields: [Field("NAME")]))
            try editor.add((0..<count).map { Feature(attributes: ["NAME": .string("\($0)")]) }, to: "Things")
        }
        try await geodatabase.close()
    }
}
