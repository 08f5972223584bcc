#if !CAIRN_APP_CONTAINER
    import Cairn
    import CairnCore
    import Foundation
    import Testing

    @testable import CairnCommand

    /// What is told of a job with child work, out of its record.
    struct JobDescriptionTests {
        private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

        /// A map's job, whose child exports tiles; both name the file in which these grow.
        private func record() throws -> JobRecord {
            let files: JSONValue = [.string(folder.appending(path: "map.partial/ground.tpkx.partial").path)]
            let child: JSONValue = [
                "kind": "cairn.export-tile-cache", "work": ["service": "https://example.com/Town/MapServer"],
                "partialFiles": files, "serverJobIDs": ["j1", "j2"],
            ]
            return try JobRecord(json: [
                "cairnJob": .integer(JobRecord.currentFormat), "id": .string(UUID().uuidString), "status": "paused",
                "kind": "cairn.generate-offline-map", "work": ["map": "x"], "partialFiles": files, "children": ["ground": child],
            ])
        }

        @Test func `a half-written file is named once, whoever names it`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let partial = folder.appending(path: "map.partial")
            try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
            try Data().write(to: partial.appending(path: "ground.tpkx.partial"))
            let place = ["--jobs-directory", folder.appending(path: "jobs").path]
            let storage = try JobStorage(Arguments(place, of: JobsCommand.self), makes: true)
            let names = JobDescription(try record(), nil, storage).partialFiles.map(\.lastPathComponent)
            #expect(names == ["ground.tpkx.partial"])
        }

        @Test func `of an export of vector tiles the folders of its styles are named`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let styles = folder.appending(path: "styles")
            let work = ExportVectorTilesWork(
                service: try ServiceURL(#require(URL(string: "https://example.com/Town/VectorTileServer"))),
                parameters: ExportVectorTilesParameters(maxLevel: 3), output: folder.appending(path: "town.vtpk"),
                itemResourceCache: styles)
            let record = try Job(work, services: ServiceAccess(credentials: CredentialStore())).record
            for name in ["styles.partial", "styles.partial.partial", "styles.partial.partial.partial"] {
                let place = folder.appending(path: name)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                try Data().write(to: place.appending(path: ".unfinished.\(record.id)"))
            }
            let place = ["--jobs-directory", folder.appending(path: "jobs").path]
            let storage = try JobStorage(Arguments(place, of: JobsCommand.self), makes: true)
            let names = JobDescription(record, nil, storage).partialFiles.map(\.lastPathComponent)
            #expect(names == ["styles.partial", "styles.partial.partial"])
            let alone = ExportStyleResourceCacheWork(service: work.service, output: styles)
            let own = try Job(alone, services: ServiceAccess(credentials: CredentialStore())).record
            try Data().write(to: folder.appending(path: "styles.partial/.unfinished.\(own.id)"))
            #expect(JobDescription(own, nil, storage).partialFiles.map(\.lastPathComponent) == ["styles.partial"])
        }

        @Test func `what somebody else has put in the place of a half-written file is not named`() throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let work = ExportTileCacheWork(
                service: try ServiceURL(#require(URL(string: "https://example.com/Town/MapServer"))),
                parameters: ExportTileCacheParameters(levelIDs: [0]), output: folder.appending(path: "town.tpkx"))
            var members = try #require(try Job(work, services: ServiceAccess(credentials: CredentialStore())).record.json.object)
            let partial = folder.appending(path: "town.tpkx.partial")
            members["partialFiles"] = [.string(partial.path)]
            let record = try JobRecord(json: .object(members))
            let place = ["--jobs-directory", folder.appending(path: "jobs").path]
            let storage = try JobStorage(Arguments(place, of: JobsCommand.self), makes: true)
            for (text, isNamed) in [("PK, half of it", true), ("theirs", false)] {
                try Data(text.utf8).write(to: partial)
                #expect(JobDescription(record, nil, storage).partialFiles.isEmpty != isNamed)
            }
        }

        @Test func `what may still run is named with its service, where that is known`() throws {
            let left = LeftOnServer(["j2", "lost"], of: try record())
            #expect(left.names == ["j2 (https://example.com/Town/MapServer)", "lost"])
            #expect(
                left.errorDescription?.hasSuffix("They may still run there. Ask who runs the server to end what is not wanted.")
                    == true)
        }
    }
#endif
