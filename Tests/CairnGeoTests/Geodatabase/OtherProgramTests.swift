#if !CAIRN_APP_CONTAINER
    import CairnCore
    @testable import CairnGeo
    import Foundation
    import Testing

    /// Other programs open and close a file that is open here.
    @Suite(.serialized)
    struct OtherProgramTests {
        private static let definition = FeatureTableDefinition("Things", fields: [Field("NAME")])

        /// What this process may do with the file besides, each of which opens and closes it.
        enum Use: CaseIterable {
            case question, reading, attaching, table, text

            func perform(_ geodatabase: Geodatabase) async throws {
                let things = try geodatabase.table(named: "Things")
                switch self {
                case .question: _ = try await things.queryFeatureCount(using: QueryParameters())
                case .reading: _ = try GeoPackage(geodatabase.url, isReadOnly: true).tables()
                case .attaching:
                    let itself = NewAttachment(name: "itself", contentType: "a/b", content: .file(geodatabase.url))
                    _ = try? await things.addAttachment(itself, toFeature: 1)
                case .table: _ = try CSVReader(geodatabase.url).next()
                case .text: _ = try? await geodatabase.importGeoJSON(geodatabase.url, as: "Other")
                }
            }
        }

        @Test(arguments: Use.allCases)
        func `edits are not lost when another program has opened and closed the file`(_ use: Use) async throws {
            let file = try GeodatabaseFile()
            let geodatabase = try await Geodatabase.create(at: file.url)
            var definition = Self.definition
            definition.hasAttachments = true
            let things = try await geodatabase.createTable(definition)
            for number in 1...3 {
                _ = try await things.applyEdits(FeatureEdits(adds: [Feature(attributes: ["NAME": .string("\(number)")])]))
                try await use.perform(geodatabase)
                guard let count = try rows(file, "SELECT count(*) FROM Things") else { return }
                #expect(count == "\(number)")
                #expect(file.names.contains("data.gpkg-wal"))
                #expect(deletedLogs(in: file) == [])
            }
            #expect(try rows(file, "PRAGMA integrity_check") == "ok")
            try await geodatabase.close()
            #expect(file.names == ["data.gpkg"])
            #expect(try rows(file, "SELECT count(*) FROM Things") == "3")
        }

        /// What another program, which ends with it, says to a statement; nil where there is none.
        private func rows(_ file: GeodatabaseFile, _ sql: String) throws -> String? {
            let script = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])"
            return try GeoPackageFile.gdal(["python3", "-c", script, file.url.path, sql])?.text
                .trimmingCharacters(in: .newlines)
        }

        /// The files of the folder that this process has open, and nobody finds any more.
        private func deletedLogs(in file: GeodatabaseFile) -> [String] {
            let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return open.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
                .filter { $0.contains(file.folder.lastPathComponent) && $0.hasSuffix(" (deleted)") }
        }
    }
#endif
