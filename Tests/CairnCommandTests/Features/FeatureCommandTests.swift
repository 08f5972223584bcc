#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnGeo
    import CairnTasks
    import CairnTesting
    import Foundation
    import Testing

    /// `query`, `export` and `serve --features`, each as a process of its own.
    @Suite(.timeLimit(.minutes(5)))
    struct FeatureCommandTests {
        private let tool: Tool

        init() throws { tool = try Tool() }

        private func makeFile(_ name: String = "town.gpkg", count: Int = 300, tables: [String] = ["Houses"]) async throws {
            let geodatabase = try await Geodatabase.create(at: tool.folder.appending(path: name))
            try await geodatabase.transaction { editor in
                for table in tables {
                    try editor.createTable(
                        FeatureTableDefinition(
                            table, fields: [Field("STREET"), Field("FLOORS", type: .integer)], geometryType: .point,
                            spatialReference: .wgs84))
                    try editor.add((1...count).map(house), to: table)
                }
            }
            try await geodatabase.close()
        }

        private func house(_ number: Int) -> Feature {
            let place = MapPoint(latitude: Double(47_000 + number) / 1000, longitude: 9.5)
            return Feature(
                attributes: [
                    "STREET": number == 7 ? "東京 \u{1B}[31m" : .string("Ring \(number)"), "FLOORS": .integer(number % 5),
                ],
                geometry: .point(place))
        }

        @Test func `a query shows what is asked for, in columns and as GeoJSON`() async throws {
            try await makeFile()
            let all = try await tool.run("query", "town.gpkg", "-n", "8")
            let lines = all.output.split(separator: "\n")
            #expect(all.code == 0 && lines.count == 9 && all.errors.contains("--max 0"))
            #expect(
                lines[0].hasPrefix("OBJECTID  STREET") && lines[1].contains("Ring 1") && lines[1].hasSuffix("9.500000,47.001000"))
            #expect(!all.output.contains("\u{1B}"))
            let some = try await tool.run(
                "query", "town.gpkg", "--where", "floors = 3", "-o", "objectid desc", "-f", "street", "-n", "2", "--json")
            let features = try some.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            #expect(features.map { $0["properties"]?["OBJECTID"]?.int } == [298, 293])
            #expect(features[0]["properties"]?["FLOORS"] == nil && features[0]["geometry"]?["type"]?.string == "Point")
            let none = try await tool.run("query", "town.gpkg", "-w", "FLOORS > 99")
            #expect(none.code == 0 && none.output.isEmpty && none.errors.contains("No feature"))
        }

        @Test func `counts, ids, extents and statistics`() async throws {
            try await makeFile()
            #expect(try await tool.run("query", "town.gpkg", "--count", "-w", "FLOORS < 2").output == "120\n")
            #expect(try await tool.run("query", "town.gpkg", "--ids", "-b", "9,47.0005,10,47.0025").output == "1\n2\n")
            #expect(
                try await tool.run("query", "town.gpkg", "--extent", "-w", "OBJECTID <= 2").output == "9.5,47.001,9.5,47.002\n")
            let rows = try await tool.run(
                "query", "town.gpkg", "-s", "count:STREET", "-s", "max:OBJECTID", "-g", "FLOORS", "--json")
            let first = try JSONValue(parsing: String(rows.output.split(separator: "\n")[0]))
            #expect(first == ["FLOORS": 0, "count_STREET": 60, "max_OBJECTID": 300])
        }

        @Test(arguments: [
            (["-n", "3"], "1\n2\n3\n"), (["-n", "2", "--skip", "297", "-o", "OBJECTID DESC"], "3\n2\n"),
            (["--skip", "298", "-n", "0"], "299\n300\n"),
            (["--skip", "298", "--json"], "{\"objectId\":299}\n{\"objectId\":300}\n"),
            (["--skip", "301"], ""),
        ])
        func `ids are as many as are asked for, by default all, and objects in JSON`(options: [String], ids: String) async throws
        {
            try await makeFile()
            #expect(try await tool.run(["query", "town.gpkg", "--ids"] + options).output == ids)
            #expect(try await tool.run("query", "town.gpkg", "--ids").output.split(separator: "\n").count == 300)
        }

        @Test func `an export tells that attachments stay behind, where a table keeps some`() async throws {
            try await makeFile()
            #expect(try await !tool.run("export", "town.gpkg", "-o", "plain.csv").errors.contains("attach"))
            let geodatabase = try await Geodatabase.create(at: tool.folder.appending(path: "kept.gpkg"))
            try await geodatabase.transaction { editor in
                var table = FeatureTableDefinition("Houses", geometryType: .point, spatialReference: .wgs84)
                table.hasAttachments = true
                try editor.createTable(table)
                try editor.add([house(1)].map { Feature(geometry: $0.geometry) }, to: "Houses")
            }
            try await geodatabase.close()
            for options in [[], ["--json"]] {
                let outcome = try await tool.run(["export", "kept.gpkg", "-o", "kept.csv"] + options)
                let told = options.isEmpty ? outcome.errors : outcome.output
                #expect(outcome.code == 0 && told.contains("Houses keeps attachments"), "\(told)")
            }
        }

        @Test(arguments: [
            ["town.gpkg", "-w", "FLOORS >"], ["town.gpkg", "-w", "NONE = 1"], ["town.gpkg", "-f", "NONE"], ["none.gpkg"],
            ["two.gpkg"], ["town.gpkg", "-t", "Nothing"], ["http://127.0.0.1:9/arcgis/rest/services/x/FeatureServer/0"],
        ])
        func `what cannot be answered is said, and fails`(arguments: [String]) async throws {
            try await makeFile()
            try await makeFile("two.gpkg", count: 1, tables: ["A", "B"])
            let outcome = try await tool.run(["query"] + arguments)
            #expect(outcome.code == 1 && outcome.output.isEmpty && !outcome.errors.isEmpty)
            #expect(
                outcome.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("cairn query: ") || $0.hasPrefix("  ") },
                "\(outcome.errors)")
        }

        @Test(arguments: [
            [], ["town.gpkg", "-b", "1,2,3"], ["town.gpkg", "-b", "5,0,4,1"], ["town.gpkg", "--count", "--ids"],
            ["town.gpkg", "-s", "FLOORS"], ["town.gpkg", "-s", "median:FLOORS"], ["town.gpkg", "-g", "FLOORS"],
            ["ftp://host/x"], ["https://user:pass@host/FeatureServer/0"], ["https://host/FeatureServer/0?token=x"],
            ["https://host/FeatureServer/0", "-t", "x"], ["town.gpkg", "more"],
        ])
        func `wrong usage is told`(arguments: [String]) async throws {
            let outcome = try await tool.run(["query"] + arguments)
            #expect(outcome.code == 2 && outcome.errors.split(separator: "\n").count == 2)
            #expect(!outcome.errors.contains("pass@"))
        }

        @Test func `an export writes each format, says so, and takes no input for its output`() async throws {
            try await makeFile()
            for (name, lines) in [("out.csv", 301), ("out.geojson", 302)] {
                let outcome = try await tool.run("export", "town.gpkg", "-o", name)
                #expect(outcome.code == 0 && outcome.output.hasPrefix("300 features → "))
                #expect(try tool.text(name).split(separator: "\n").count == lines)
            }
            let outcome = try await tool.run(
                "export", "town.gpkg", "-o", "out.gpkg", "-w", "FLOORS = 1", "--name", "Low", "--json")
            #expect(outcome.code == 0 && outcome.output.contains("\"features\":60"))
            #expect(try await tool.run("query", "out.gpkg", "-t", "low", "--count").output == "60\n")
            for arguments in [["-o", "town.gpkg"], ["-o", "x.txt"], ["-o", "-", "--format", "csv"], []] {
                #expect(try await tool.run(["export", "town.gpkg"] + arguments).code == 2)
            }
            #expect(try await tool.run("jobs", "list").output.contains("export"))
        }

        @Test func `an export replaces a file with other tables only if it is told to, and none that is open`() async throws {
            try await makeFile()
            try await makeFile("two.gpkg", count: 1, tables: ["Houses", "Trees"])
            let refused = try await tool.run("export", "town.gpkg", "-o", "two.gpkg")
            #expect(
                refused.code == 1 && refused.errors.contains("Trees") && refused.errors.contains("--overwrite"),
                "\(refused.errors)")
            #expect(try await tool.run("query", "two.gpkg", "-t", "Trees", "--count").output == "1\n")
            _ = try await tool.run(shell: "touch two.gpkg-wal")
            let open = try await tool.run("export", "town.gpkg", "-o", "two.gpkg", "--overwrite")
            #expect(open.code == 1 && open.errors.contains("two.gpkg-wal"), "\(open.errors)")
            _ = try await tool.run(shell: "rm two.gpkg-wal")
            let done = try await tool.run("export", "town.gpkg", "-o", "two.gpkg", "--overwrite")
            #expect(done.code == 0 && done.output.hasPrefix("300 features"), "\(done.errors)")
        }

        @Test func `a table without a spatial reference is not shown as GeoJSON`() async throws {
            let geodatabase = try await Geodatabase.create(at: tool.folder.appending(path: "bare.gpkg"))
            try await geodatabase.transaction { editor in
                try editor.createTable(FeatureTableDefinition("Bare", geometryType: .point))
                try editor.add([Feature(geometry: .point(MapPoint(x: 700_000, y: 2)))], to: "Bare")
            }
            try await geodatabase.close()
            let outcome = try await tool.run("query", "bare.gpkg", "--json")
            #expect(outcome.code == 2 && outcome.output.isEmpty && outcome.errors.contains("no spatial reference"))
            #expect(try await tool.run("query", "bare.gpkg").output.contains("700000.0"))
            let export = try await tool.run("export", "bare.gpkg", "-o", "bare.geojson")
            #expect(export.code == 1 && export.errors.contains("no spatial reference"), "\(export.errors)")
        }

        @Test func `an export is not told to go to standard output, where it cannot`() async throws {
            try await makeFile(count: 2)
            let outcome = try await tool.run("export", "town.gpkg", "-o", "/dev/null", "--format", "csv")
            #expect(outcome.code == 2 && outcome.errors.contains("Name a file.") && !outcome.errors.contains("standard output"))
        }

        @Test func `what is served is queried and exported as the file is`() async throws {
            try await makeFile(count: 2500)
            let (running, output, port) = try await tool.serve(tool.process(["serve", "town.gpkg", "--port", "0"]))
            let layer = "http://127.0.0.1:\(port)/arcgis/rest/services/town/FeatureServer/0"
            for arguments in [["--count"], ["-n", "0", "--json"], ["-n", "3", "-o", "FLOORS, STREET DESC"], ["--extent"]] {
                let (served, own) = (
                    try await tool.run(["query", layer] + arguments), try await tool.run(["query", "town.gpkg"] + arguments)
                )
                #expect(served.output == own.output && served.code == 0, "\(arguments): \(served.errors)")
            }
            #expect(try await tool.run("export", layer, "-o", "served.csv").code == 0)
            #expect(try await tool.run("export", "town.gpkg", "-o", "own.csv").code == 0)
            #expect(try tool.text("served.csv") == tool.text("own.csv"))
            kill(running.process.processIdentifier, SIGTERM)
            #expect(await running.end() == 0)
            withExtendedLifetime(output) {}
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).filter { $0.hasPrefix("town.gpkg") } == [
                    "town.gpkg"
                ])
        }

        @Test func `a query says whom it waits for when a service does not answer`() async throws {
            let (socket, port) = try ListeningSocket.open(port: 0)
            defer { close(socket) }
            let layer = "http://127.0.0.1:\(port)/arcgis/rest/services/x/FeatureServer/0"
            for options in [["--count"], ["--json"]] {
                let (process, errors) = (tool.process(["query", layer] + options), Pipe())
                (process.standardError, process.standardOutput) = (errors, FileHandle.nullDevice)
                let running = try Tool.Running(process)
                var told = ""
                for await line in Tool.lines(of: errors, through: { $0.contains("Waiting") }) { told += line }
                kill(process.processIdentifier, SIGKILL)
                _ = await running.end()
                #expect(told.contains("Waiting for \(layer)"), "\(told)")
            }
        }

        @Test func `a service that wants a token is told of by the help of the command that asked`() async throws {
            let server = try ScriptedServer { _ in
                [.answer(200, body: Data(#"{"error":{"code":499,"message":"Token Required"}}"#.utf8))]
            }
            let layer = server.url.appending(path: "arcgis/rest/services/x/FeatureServer/0").absoluteString
            for command in [["query", layer], ["export", layer, "-o", "x.csv"]] {
                let outcome = try await tool.run(command)
                #expect(outcome.code == 1 && outcome.errors.contains("See: cairn \(command[0]) --help"), "\(outcome.errors)")
            }
            server.stop()
        }

        @Test func `what grows beside an output is no table that is exported`() async throws {
            try await makeFile("out.gpkg.features.partial", count: 20)
            let outcome = try await tool.run("export", "out.gpkg.features.partial", "-o", "out.gpkg")
            #expect(outcome.code == 2 && outcome.errors.contains("would overwrite"), "\(outcome.errors)")
            #expect(try await tool.run("query", "out.gpkg.features.partial", "--count").output == "20\n")
        }

        @Test func `a server lets clients edit only if it is told to`() async throws {
            try await makeFile(count: 5)
            for (option, isEditable) in [([], false), (["--edit"], true)] {
                let (running, output, port) = try await tool.serve(
                    tool.process(["serve", "-f", "Town=town.gpkg", "-p", "0"] + option))
                let address = "http://127.0.0.1:\(port)/arcgis/rest/services/Town/FeatureServer/0/deleteFeatures"
                let outcome = try await tool.run(shell: "curl -s -d 'objectIds=3&f=json' '\(address)'")
                #expect(outcome.output.contains("\"success\":true") == isEditable, "\(outcome.output)")
                kill(running.process.processIdentifier, SIGTERM)
                #expect(await running.end() == 0)
                withExtendedLifetime(output) {}
                #expect(try await tool.run("query", "town.gpkg", "--count").output == (isEditable ? "4\n" : "5\n"))
            }
        }
    }
#endif
