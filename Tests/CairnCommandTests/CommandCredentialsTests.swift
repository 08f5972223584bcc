#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnLocalServer
    import CairnOffline
    import CairnTasks
    import Foundation
    import Testing

    @Suite(.timeLimit(.minutes(10)))
    struct CommandCredentialsTests {
        private static let password = "correct horse battery staple"
        let tool: Tool

        init() throws { tool = try Tool() }

        /// A server that demands tokens.
        private func closedTown(_ addresses: Int = 60) async throws -> ServedTown {
            try await ServedTown(tool, addresses: addresses, users: ["ann": Self.password])
        }

        private func token(of url: URL) async throws -> String {
            let fields = ["username": "ann", "password": Self.password, "f": "json"]
            let answer = try await PlatformTransport().send(.form(url.appending(path: "arcgis/tokens/generateToken"), fields))
            return try #require(try JSONValue(parsing: answer.body)["token"]?.string)
        }

        private func writeFile(_ text: String, mode: Int = 0o600) throws {
            try tool.write("credentials.json", text)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: tool.path("credentials.json"))
        }

        private func geocode(_ service: String, _ environment: [String: String]) async throws -> Tool.Outcome {
            try await tool.run("geocode", "alder st", "--service", service, environment: environment)
        }

        /// Every file below the jobs' directory, as text.
        private func stored() throws -> [String: String] {
            let jobs = URL(filePath: tool.path("jobs"))
            let files = FileManager.default.enumerator(at: jobs, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
            return Dictionary(
                uniqueKeysWithValues: files.compactMap { file in
                    (try? Data(contentsOf: file)).map { (file.path, String(decoding: $0, as: UTF8.self)) }
                })
        }

        @Test(arguments: ["password", "token"])
        func `a killed job goes on in a new process with its credentials, and stores none`(
            kind: String
        ) async throws {
            let town = try await closedTown(300)
            let (server, url, service) = (town.server, town.url, town.service)
            var environment = ["CAIRN_SERVER": url.absoluteString]
            if kind == "token" {
                environment["CAIRN_TOKEN"] = try await token(of: url)
            } else {
                environment.merge(["CAIRN_USERNAME": "ann", "CAIRN_PASSWORD": Self.password]) { $1 }
            }
            let table = ["town/letters.csv", "--service", service, "--batch-size", "1", "--json"]
            let command = ["geocode-table", "-o", "out.csv"] + table
            try await kill(tool.process(command, environment), town)
            if kind == "password" { server.expireTokens() }

            let job = try #require(try await tool.jobs().first)
            let id = try #require(job["id"]?.string)
            #expect(job["status"]?.string == "interrupted")
            let without = try await tool.run("jobs", "resume", String(id))
            #expect(without.code == 1 && without.errors.contains("499"))
            let resumed = try await tool.run("jobs", "resume", String(id), "--json", environment: environment)
            #expect(resumed.code == 0 && resumed.output.contains("\"rows\":300"))
            #expect(try tool.text("out.csv").split(separator: "\n").count == 301)

            let files = try stored()
            #expect(files.count >= 2)
            for (path, text) in files {
                // The tokens of this server are 32 digits.
                let isClean = !text.contains(Self.password) && !text.contains(#/[0-9A-F]{32}/#)
                #expect(isClean, "\(path)")
            }
            await server.stop()
        }

        /// Kills a process that asks the server for ever, after the first rows.
        private func kill(_ process: Process, _ town: ServedTown) async throws {
            town.holdBatches(after: 3)
            let status = try await tool.end(process, by: SIGKILL) { $0.contains("\"percent\":1") }
            #expect(status == SIGKILL)
            town.server.faults.clear()
        }

        @Test func `credentials come from a file that only its owner may read`() async throws {
            let town = try await closedTown()
            let (server, url, service) = (town.server, town.url, town.service)
            let entry = "{\"server\": \"\(url)/arcgis/rest/services\", \"username\": \"ann\", \"password\": \"\(Self.password)\"}"
            try writeFile("{\"credentials\": [\(entry)]}")
            let named = ["CAIRN_CREDENTIALS": tool.path("credentials.json")]
            #expect(try await geocode(service, named).code == 0)

            let folder = tool.path("config/cairn")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: tool.path("credentials.json"), toPath: folder + "/credentials.json")
            #expect(try await geocode(service, [:]).code == 0, "found below XDG_CONFIG_HOME")
            #expect(
                try await geocode(service, ["XDG_CONFIG_HOME": "relative", "HOME": tool.path("nowhere")]).errors.contains("499"))

            for mode in [0o644, 0o640, 0o604, 0o622, 0o700] {
                try writeFile("{\"credentials\": [\(entry)]}", mode: mode)
                let outcome = try await geocode(service, named)
                #expect(outcome.code == 1 && outcome.errors.contains("chmod 600") && outcome.errors.contains("credentials.json"))
                #expect(outcome.errors.contains(String(mode, radix: 8)))
            }
            await server.stop()
        }

        @Test func `a job that failed for want of credentials, or of good ones, goes on where it was`() async throws {
            let town = try await closedTown(300)
            let (server, url, service) = (town.server, town.url, town.service)
            let good = ["CAIRN_SERVER": url.absoluteString, "CAIRN_TOKEN": try await token(of: url)]
            let command = ["geocode-table", "-o", "out.csv", "town/letters.csv", "--service", service, "--batch-size", "1"]
            func run(_ environment: [String: String]) async throws -> Tool.Outcome {
                let (output, errors) = (tool.path("o"), tool.path("e"))
                for path in [output, errors] { try Data().write(to: URL(filePath: path)) }
                let process = tool.process(command, environment)
                process.standardOutput = FileHandle(forWritingAtPath: output)
                process.standardError = FileHandle(forWritingAtPath: errors)
                let code = try await tool.finish(process) {}
                return Tool.Outcome(code: code, output: try tool.text("o"), errors: try tool.text("e"))
            }
            try await kill(tool.process(command + ["--json"], good), town)
            let bad: [[String: String]] = [
                [:], good.merging(["CAIRN_TOKEN": "expired"]) { $1 }, ["CAIRN_CREDENTIALS": tool.path("nowhere.json")],
                ["CAIRN_SERVER": url.absoluteString, "CAIRN_USERNAME": "ann", "CAIRN_PASSWORD": "hush"], ["CAIRN_TOKEN": "hush"],
            ]
            for environment in bad {
                let outcome = try await run(environment)
                #expect(outcome.code == 1 && outcome.errors.contains("Going on"), "\(outcome.errors)")
            }
            let last = try await run(good)
            #expect(last.code == 0 && last.errors.contains("Going on") && last.output.contains("300 rows"), "\(last.errors)")
            await server.stop()
        }

        @Test func `what to do about missing credentials is said, and what was held back`() async throws {
            let town = try await closedTown()
            let (server, url, service) = (town.server, town.url, town.service)
            let none = try await geocode(service.replacing("http", with: "HTTP", maxReplacements: 1), [:])
            #expect(none.code == 1 && none.errors.contains("CAIRN_SERVER") && none.errors.contains("cairn geocode --help"))
            let elsewhere = try await geocode(service, ["CAIRN_SERVER": "http://127.0.0.1:9/", "CAIRN_TOKEN": "hush"])
            #expect(elsewhere.errors.contains("port 9") && !elsewhere.errors.contains("hush"), "\(elsewhere.errors)")
            let (key, zero) = (try await token(of: url), service.replacing("127.0.0.1", with: "0.0.0.0"))
            let held = try await geocode(zero, ["CAIRN_API_KEY": key])
            #expect(
                held.code == 1 && held.errors.contains("CAIRN_UNENCRYPTED_HOSTS") && !held.errors.contains(key), "\(held.errors)")
            let allowed = try await geocode(zero, ["CAIRN_API_KEY": key, "CAIRN_UNENCRYPTED_HOSTS": "0.0.0.0"])
            #expect(allowed.code == 0, "\(allowed.errors)")
            await server.stop()
        }

        @Test(arguments: [
            #"{"credentials": [{"server": "https://x.example", "hush": "hush"}]}"#,
            #"{"credentials": [], "unencryptedHosts": "hush"}"#, #"{"credentials": [], "unencryptedHosts": ["a", 5]}"#,
            #"{"credentials": [], "hush": 1}"#,
            #"{"credentials": [{"server": "https://x.example", "token": "hush", "username": "ann", "password": "hush"}]}"#,
            #"{"credentials": [{"server": "https://x.example", "token": ""}]}"#,
            #"{"credentials": [{"server": "https://ann:hush@x.example", "token": "hush"}]}"#, #"{"hush": hush"#, #"["hush"]"#,
            "{\"hush\" \"hush\"}",
            #"{"credentials": [{"token": "hush"}]}"#, #"{"credentials": [{"server": "hush", "token": "hush"}]}"#,
            #"{"credentials": [{"server": "https://x.example", "username": "hush"}]}"#,
            #"{"credentials": [{"clientSecret": "hush"}]}"#,
            #"{"credentials": ["hush"]}"#, #"{"credentials": [{"token": 5, "server": "hush"}]}"#,
        ])
        func `a file that is not understood is named, and nothing that it holds is shown`(text: String) async throws {
            try writeFile(text)
            let outcome = try await geocode(
                "https://x.example/GeocodeServer", ["CAIRN_CREDENTIALS": tool.path("credentials.json")])
            #expect(
                outcome.code == 1 && outcome.errors.contains("credentials.json") && !outcome.errors.contains("hush"),
                "\(outcome.errors)")
        }

        @Test(arguments: ["/dev/zero", "/tmp", "no/such/file"]) func `what is no such file is named`(path: String) async throws {
            let outcome = try await geocode("https://x.example/GeocodeServer", ["CAIRN_CREDENTIALS": path])
            #expect(outcome.code == 1 && outcome.errors.contains(path))
        }

        @Test func `a file that cannot be used is in the way of nothing that needs no credentials`() async throws {
            try writeFile("?", mode: 0o666)
            let environment = ["CAIRN_CREDENTIALS": tool.path("credentials.json")]
            try FileManager.default.createDirectory(atPath: tool.path("jobs"), withIntermediateDirectories: true)
            #expect(try await tool.run("jobs", "list", environment: environment).code == 0)
            #expect(
                try await tool.run("demo", "--output", tool.path("d"), "--addresses", "60", "--help", environment: environment)
                    .code == 0)
        }

        @Test func `a token goes to the host and port of its server only, and what is missing is named`() async throws {
            let town = try await closedTown()
            let (server, url, service) = (town.server, town.url, town.service)
            let token = try await token(of: url)
            #expect(try await geocode(service, ["CAIRN_SERVER": url.absoluteString, "CAIRN_TOKEN": token]).code == 0)
            #expect(try await geocode(service, ["CAIRN_API_KEY": token]).code == 0)
            let elsewhere = try await geocode(service, ["CAIRN_SERVER": "http://127.0.0.1:9/", "CAIRN_TOKEN": token])
            #expect(elsewhere.code == 1 && elsewhere.errors.contains("499"))
            let nowhere = try await geocode(service, ["CAIRN_TOKEN": token])
            #expect(nowhere.code == 1 && nowhere.errors.contains("CAIRN_SERVER") && !nowhere.errors.contains(token))
            let half = try await geocode(service, ["CAIRN_SERVER": url.absoluteString, "CAIRN_USERNAME": "ann"])
            #expect(half.code == 1 && half.errors.contains("CAIRN_PASSWORD"))
            let wrong = try await geocode(
                service, ["CAIRN_SERVER": url.absoluteString, "CAIRN_USERNAME": "ann", "CAIRN_PASSWORD": "hush"])
            #expect(wrong.code == 1 && wrong.errors.contains("Invalid username or password.") && !wrong.errors.contains("hush"))
            await server.stop()
        }

        @Test(arguments: [
            "https://ann:hush@x.example/X", "https://x.example/X?token=hush", "ftp://ann:hush@x.example/X",
            "https://x.example/X#token=hush",
        ])
        func `an address with a secret is refused, and not shown`(address: String) async throws {
            let outcome = try await geocode(address, [:])
            #expect(outcome.code == 2 && !outcome.errors.contains("hush"))
        }

        @Test func `what a server says reaches the terminal as text`() async throws {
            let town = try await closedTown()
            let (server, service) = (town.server, town.service)
            server.faults.inject(.serviceError(code: 500, message: "\u{1B}[2J\u{202E}gone"), times: 2)
            #expect(try await geocode(service, [:]).errors.contains("\\u{1B}[2J\\u{202E}gone"))
            let json = try await tool.run("geocode-table", "town/letters.csv", "-o", "o.csv", "--service", service, "--json")
            #expect(json.code == 1 && !json.output.unicodeScalars.contains("\u{1B}"))
            await server.stop()
        }
    }
#endif
