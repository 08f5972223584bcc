#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnGeo
    import CairnLocalServer
    import CairnTasks
    import CairnTesting
    import Foundation
    import Testing

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// `generate-geodatabase` and `sync`, each as a process of its own.
    @Suite(.timeLimit(.minutes(5)))
    struct SyncCommandTests {
        private let tool: Tool

        init() throws { tool = try Tool() }

        private func feature(_ name: String) -> Feature {
            Feature(attributes: ["NAME": .string(name)], geometry: .point(MapPoint(latitude: 47, longitude: 9)))
        }

        private func served() async throws -> (Geodatabase, LocalServer, String) {
            let geodatabase = try await Geodatabase.create(at: tool.folder.appending(path: "served.gpkg"))
            var trees = FeatureTableDefinition("Trees", fields: [Field("NAME")], geometryType: .point, spatialReference: .wgs84)
            trees.fields.append(Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")))
            trees.globalIDField = "GLOBALID"
            let table = try await geodatabase.createTable(trees)
            _ = try await table.applyEdits(FeatureEdits(adds: (1...20).map { feature("tree \($0)") }))
            let server = LocalServer(features: ["Trees": PublishedFeatures(geodatabase, isEditable: true, isSyncEnabled: true)])
            let url = try await server.start()
            return (geodatabase, server, server.url(of: "Trees", .featureServer, at: url).absoluteString)
        }

        @Test func `a geodatabase is made of a service, edited, and brought in step with it`() async throws {
            let (geodatabase, server, service) = try await served()
            let made = try await tool.run("generate-geodatabase", service, "-o", "copy.gpkg", "--where", "NAME LIKE 'tree 1%'")
            #expect(made.code == 0 && made.output.contains("Trees: 11 features"), "\(made.errors)")
            let copy = Geodatabase(fileURL: tool.folder.appending(path: "copy.gpkg"))
            try await copy.load()
            _ = try await copy.table(named: "Trees").applyEdits(FeatureEdits(adds: [feature("mine")]))
            try await copy.close()
            let synced = try await tool.run("sync", "copy.gpkg", "--json")
            let summary = try synced.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }.last
            #expect(synced.code == 0 && summary?["result"]?["layers"]?[0]?["uploadedCount"]?.int == 1, "\(synced.errors)")
            let mine = QueryParameters(whereClause: "NAME = 'mine'")
            #expect(try await geodatabase.table(named: "Trees").queryFeatureCount(using: mine) == 1)
            let again = try await tool.run("sync", "copy.gpkg", "--direction", "up")
            #expect(again.code == 0 && again.output == "Trees: 0 sent, 0 received\n")
            withExtendedLifetime(server) {}
        }

        @Test func `a copy that was begun is gone on with by the same command while the service is down`() async throws {
            let server = try ScriptedServer { request in
                guard request.path.hasSuffix("/FeatureServer") else { return [.answer(503, body: Data())] }
                return [
                    .answer(
                        200,
                        body: Data(
                            #"{"capabilities":"Query,Sync","syncEnabled":true,"layers":[{"id":0,"name":"Trees","type":"Feature Layer"}],"tables":[]}"#
                                .utf8))
                ]
            }
            let service = server.url.appending(path: "Trees/FeatureServer").absoluteString
            let command = ["generate-geodatabase", service, "-o", "copy.gpkg", "--json"]
            #expect(try await tool.end(tool.asFromShell(command), by: SIGINT) { $0.contains("started") } == 130)
            server.stop()
            #expect(try await tool.end(tool.asFromShell(command), by: SIGINT) { $0.contains("started") } == 130)
            #expect(try await tool.run(command + ["--attachments"]).code == 1)
            #expect(try await tool.jobs().map { $0["status"]?.string } == ["paused"])
        }

        @Test func `what is no copy of a service, and no address of one, is told of`() async throws {
            _ = try await Geodatabase.create(at: tool.folder.appending(path: "own.gpkg")).close()
            let own = try await tool.run("sync", "own.gpkg")
            #expect(own.code == 1 && own.errors.contains("is no copy of a service"))
            #expect(try await tool.run("generate-geodatabase", "Trees", "-o", "copy.gpkg").code == 2)
            #expect(try await tool.run("generate-geodatabase", "https://u:p@host/x/FeatureServer", "-o", "copy.gpkg").code == 2)
            #expect(try await tool.run("sync").code == 2)
        }

        @Test func `a copy that could not be told of is told by the same command, and not made again`() async throws {
            let (_, server, service) = try await served()
            let words = ["generate-geodatabase", service, "-o", "copy.gpkg"]
            #expect(try await tool.run(shell: "cairn \(words.joined(separator: " ")) >/dev/full").code == 1)
            let again = try await tool.run(words)
            #expect(again.code == 0 && again.output.contains("Trees: 20 features"), "\(again.errors)")
            #expect(try await tool.jobs().count == 1)
            // It has been told now; and what has gone is made anew.
            #expect(try await tool.run(words).code == 0)
            #expect(try await tool.jobs().count == 2)
            _ = try await tool.run(shell: "cairn \(words.joined(separator: " ")) >/dev/full; rm copy.gpkg")
            #expect(try await tool.run(words).code == 0)
            #expect(FileManager.default.fileExists(atPath: tool.path("copy.gpkg")))
            withExtendedLifetime(server) {}
        }
    }
#endif
