import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Each answer of the Local Server in turn is lost while a geodatabase is made of it, or brought in step with it.
@Suite(.timeLimit(.minutes(5)))
struct LostAnswerTests {
    private static let known = (1...4).map { "{0000000\($0)-0000-4000-8000-000000000000}" }

    private static var configuration: JobConfiguration {
        JobConfiguration(
            outage: OutagePolicy(backoff: Backoff(initial: .zero, maximum: .zero)),
            polling: PollingSchedule(minimum: .zero, maximum: .zero))
    }

    /// A server that writes down each change of a feature.
    private func served(_ users: [String: String] = [:]) async throws -> ServedReplicas {
        let features = Self.known.enumerated().map {
            ServedReplicas.feature("N\($0.offset)", id: $0.element, at: Double($0.offset))
        }
        let served = try await ServedReplicas([(ServedReplicas.definition("Things"), features)], users: users)
        try await served.sql(
            """
            CREATE TABLE written (what TEXT NOT NULL);
            CREATE TRIGGER w1 AFTER INSERT ON Things BEGIN INSERT INTO written VALUES ('add ' || NEW.NAME); END;
            CREATE TRIGGER w2 AFTER UPDATE ON Things BEGIN INSERT INTO written VALUES ('update ' || NEW.NAME); END;
            CREATE TRIGGER w3 AFTER DELETE ON Things BEGIN INSERT INTO written VALUES ('delete ' || OLD.GLOBALID); END;
            """)
        return served
    }

    private func written(_ served: ServedReplicas) async throws -> [String] {
        try await served.geodatabase.ask { package in
            let statement = try package.database.prepare("SELECT what FROM written ORDER BY what")
            var written: [String] = []
            while try statement.step() { written.append(statement.string(0)) }
            return written
        }
    }

    private func task(_ transport: any HTTPTransport, _ credential: any Credential = CredentialStore()) throws
        -> GeodatabaseSyncTask
    {
        GeodatabaseSyncTask(url: try #require(URL(string: ServedReplicas.service)), transport: transport, credential: credential)
    }

    private func generateJob(_ served: ServedReplicas, _ model: GeodatabaseSyncModel, _ task: GeodatabaseSyncTask) throws
        -> Job<GenerateGeodatabaseWork>
    {
        try task.makeGenerateGeodatabaseJob(
            parameters: GenerateGeodatabaseParameters(syncModel: model, returnsAttachments: true),
            downloadFileURL: served.folder.appending(path: "client.gpkg"), configuration: Self.configuration)
    }

    /// Syncs until that does.
    private func sync(_ geodatabase: Geodatabase, _ task: GeodatabaseSyncTask, _ parameters: SyncGeodatabaseParameters)
        async throws
        -> SyncResult
    {
        for _ in 0..<3 {
            let job = try task.makeSyncGeodatabaseJob(
                parameters: parameters, geodatabase: geodatabase, configuration: Self.configuration)
            if let result = try? await job.run() { return result }
        }
        return try await task.makeSyncGeodatabaseJob(
            parameters: parameters, geodatabase: geodatabase, configuration: Self.configuration
        ).run()
    }

    private func contents(_ geodatabase: Geodatabase) async throws -> [String: String] {
        var contents: [String: String] = [:]
        let table = try geodatabase.table(named: "Things")
        for try await feature in try await table.queryFeatures(using: QueryParameters()) {
            let id = feature.attributes["GLOBALID"]?.string ?? ""
            let numbers = try await table.queryObjectIDs(using: QueryParameters(whereClause: "GLOBALID = '\(id)'"))
            let files = try await table.queryAttachments(ofFeatures: numbers).values.flatMap { $0 }
            let name = feature.attributes["NAME"]?.text ?? ""
            contents[GlobalID.normalized(id)] = "\(name) \(files.map { "\($0.name) \($0.size)" })"
        }
        return contents
    }

    private func edit(_ geodatabase: Geodatabase) async throws {
        let table = try geodatabase.table(named: "Things")
        let change = Feature(attributes: ["GLOBALID": .string(Self.known[0]), "NAME": "mine"])
        _ = try await table.applyEdits(
            FeatureEdits(
                adds: [ServedReplicas.feature("new", at: 9)], updates: [change], deletedGlobalIDs: [Self.known[1]],
                usesGlobalIDs: true))
        let parameters = QueryParameters(whereClause: "NAME = 'N2'")
        let id = try #require(try await table.queryObjectIDs(using: parameters).first)
        _ = try await table.addAttachment(
            NewAttachment(name: "n", contentType: "text/plain", content: .data(Data(repeating: 7, count: 999))), toFeature: id)
    }

    @Test(arguments: [GeodatabaseSyncModel.geodatabase, .layer], [false, true])
    func `edits arrive once, whichever answer is lost and whoever edits then`(model: GeodatabaseSyncModel, isOther: Bool)
        async throws
    {
        let manners = LosingServer.Manner.allCases.filter { $0 != .token }
        for round in 0..<rounds(1, long: manners.count) {
            for number in 1...40 {
                let manner = manners[(number + round + (isOther ? 1 : 0)) % manners.count]
                let served = try await served()
                let geodatabase = try await generateJob(served, model, task(served.server)).run().geodatabase
                try await geodatabase.load()
                try await edit(geodatabase)
                let published = served.geodatabase
                let offersAsync = (number + (model == .layer ? 1 : 0)) % 2 == 0
                let losing = LosingServer(served.server, number, manner, offersAsync: offersAsync) {
                    guard isOther else { return }
                    try await published.edit {
                        try $0.database.execute(
                            "UPDATE Things SET NAME = 'theirs' WHERE NAME = 'mine'; DELETE FROM Things WHERE NAME = 'new'")
                    }
                }
                let parameters = SyncGeodatabaseParameters(rollsBackOnFailure: number % 2 == 0)
                _ = try await sync(geodatabase, task(losing.transport), parameters)
                let what = "\(manner) of \(number)"
                #expect(losing.wasPolled == offersAsync, "\(what)")
                let written = try await written(served)
                for edit in ["add new", "update mine", "delete \(Self.known[1])"] {
                    #expect(written.count { $0 == edit } == 1, "\(what): \(written)")
                }
                // What others do behind it comes with the next sync.
                _ = try await sync(geodatabase, task(served.server), parameters)
                let (here, there) = (try await contents(geodatabase), try await contents(published))
                #expect(here == there, "\(what)")
                #expect(there[Self.known[0]]?.hasPrefix(written.contains("update theirs") ? "theirs" : "mine") == true, "\(what)")
                #expect(there[Self.known[2]] == "N2 [\"n 999\"]", "\(what)")
                #expect(try await self.written(served) == written, "\(what)")
                if !losing.hasLost { break }
            }
        }
    }

    @Test(arguments: [false, true])
    func `what the service has refused stays a local edit, whichever answer is lost`(rollsBack: Bool) async throws {
        for round in 0..<rounds(1, long: 2) {
            for number in 1...40 {
                let manner = (number + round) % 2 == 0 ? LosingServer.Manner.answer : .gateway
                let served = try await served()
                let geodatabase = try await generateJob(served, .geodatabase, task(served.server)).run().geodatabase
                try await geodatabase.load()
                try await edit(geodatabase)
                // Of 32 bits are the numbers there.
                try await geodatabase.edit { try $0.database.execute("UPDATE Things SET RANK = 99999999999 WHERE NAME = 'N3'") }
                let losing = LosingServer(served.server, number, manner)
                let parameters = SyncGeodatabaseParameters(rollsBackOnFailure: rollsBack)
                let result = try await sync(geodatabase, task(losing.transport), parameters)
                #expect(
                    result.layers[0].editResults.contains { GlobalID.normalized($0.globalID ?? "") == Self.known[3] }, "\(number)"
                )
                let written = try await written(served)
                #expect(written.count { $0 == "update mine" } == (rollsBack ? 0 : 1), "\(number): \(written)")
                #expect(try geodatabase.hasChangesNow(), "\(number)")
                try await geodatabase.edit { try $0.database.execute("UPDATE Things SET RANK = 9 WHERE NAME = 'N3'") }
                let next = try await sync(geodatabase, task(served.server), parameters)
                #expect(!next.hasErrors, "\(number)")
                #expect(try await contents(geodatabase) == contents(served.geodatabase), "\(number)")
                #expect(try await self.written(served).count { $0 == "update mine" } == 1, "\(number)")
                if !losing.hasLost { break }
            }
        }
    }

    @Test func `the same edit made again is carried out again, though it is only sent`() async throws {
        let served = try await served()
        let geodatabase = try await generateJob(served, .geodatabase, task(served.server)).run().geodatabase
        try await geodatabase.load()
        for _ in 0..<2 {
            try await geodatabase.edit {
                try $0.database.execute("UPDATE Things SET NAME = 'mine' WHERE GLOBALID = '\(Self.known[0])'")
            }
            _ = try await sync(geodatabase, task(served.server), SyncGeodatabaseParameters(syncDirection: .upload))
            #expect(try await contents(served.geodatabase)[Self.known[0]] == "mine []")
            try await served.sql("UPDATE Things SET NAME = 'theirs' WHERE NAME = 'mine'")
        }
    }

    @Test func `edits that come late, when they have been sent again, are not carried out twice`() async throws {
        let served = try await served()
        let geodatabase = try await generateJob(served, .geodatabase, task(served.server)).run().geodatabase
        try await geodatabase.load()
        try await edit(geodatabase)
        let server = served.server
        let late = Mutex<HTTPRequest?>(nil)
        let transport = StubTransport { request in
            guard request.url.lastPathComponent == "synchronizeReplica" else { return try await server.send(request) }
            if let held = late.withLock(\.self) {
                let answer = try await server.send(request)
                _ = try await server.send(held)
                return answer
            }
            late.withLock { $0 = request }
            throw TransportError(.connectionLost, url: request.url)
        }
        _ = try await sync(geodatabase, task(transport), SyncGeodatabaseParameters())
        _ = try await sync(geodatabase, task(served.server), SyncGeodatabaseParameters())
        let written = try await written(served)
        for edit in ["add new", "update mine", "delete \(Self.known[1])"] {
            #expect(written.count { $0 == edit } == 1, "\(written)")
        }
        #expect(try await contents(geodatabase) == contents(served.geodatabase))
    }

    @Test(arguments: LosingServer.Manner.allCases)
    func `one replica is made, whichever answer is lost`(manner: LosingServer.Manner) async throws {
        for number in 1...40 {
            let served = try await served()
            let losing = LosingServer(served.server, number, manner)
            let job = try generateJob(served, .geodatabase, task(losing.transport))
            do { _ = try await job.run() } catch { _ = try await generateJob(served, .geodatabase, task(served.server)).run() }
            #expect(try await served.get("/replicas").array?.count == 1, "\(number)")
            if !losing.hasLost { break }
        }
    }

    @Test func `what is cancelled at any answer leaves no replica and no file`() async throws {
        for number in 1...40 {
            let served = try await served()
            let job = Mutex<Job<GenerateGeodatabaseWork>?>(nil)
            let losing = LosingServer(served.server, number, .token) { job.withLock(\.self)?.cancel() }
            let made = try generateJob(served, .geodatabase, task(losing.transport))
            job.withLock { $0 = made }
            try made.start()
            try await made.waitUntilFinished()
            job.withLock { $0 = nil }
            if !losing.hasLost { break }
            // The last answers may come when all has been done.
            if made.status == .succeeded { continue }
            #expect(try await served.get("/replicas") == [], "\(number)")
            let names = try FileManager.default.contentsOfDirectory(atPath: served.folder.path)
            #expect(!names.contains { $0.hasPrefix("client") }, "\(number): \(names)")
        }
    }

    @Test func `whoever's token expires at any answer signs in anew`() async throws {
        for number in 1...40 {
            let served = try await served(["ann": "pw"])
            let losing = LosingServer(served.server, number, .token)
            let service = try #require(URL(string: ServedReplicas.service))
            let credential = TokenCredential(
                username: "ann", password: "pw", server: service,
                tokenURL: try #require(URL(string: "http://local/arcgis/tokens/generateToken")), unencryptedHosts: ["local"],
                transport: served.server)
            let task = try task(losing.transport, credential)
            let geodatabase = try await generateJob(served, .layer, task).run().geodatabase
            try await geodatabase.load()
            try await edit(geodatabase)
            let result = try await task.makeSyncGeodatabaseJob(
                parameters: SyncGeodatabaseParameters(), geodatabase: geodatabase, configuration: Self.configuration
            ).run()
            #expect(!result.hasErrors, "\(number)")
            let written = try await written(served)
            #expect(written.count { $0 == "update mine" } == 1 && written.count { $0 == "add new" } == 1, "\(number): \(written)")
            #expect(try await contents(geodatabase) == contents(served.geodatabase), "\(number)")
            if !losing.hasLost { break }
        }
    }

    @Test(arguments: ["createReplica", "synchronizeReplica", "unRegisterReplica", "replicas"])
    func `each fault of each operation is got over, and nothing is done twice`(operation: String) async throws {
        let faults: [Fault] = [
            .drop, .status(503), .status(500), .status(404), .truncate(afterBytes: 9), .expiredToken,
            .serviceError(code: 500, message: "No."), .serviceError(code: 400, message: "No."),
        ]
        for fault in faults {
            let served = try await served()
            let task = try task(served.server)
            served.server.faults.inject(fault, into: operation)
            let job = try generateJob(served, .geodatabase, task)
            do { _ = try await job.run() } catch { _ = try await generateJob(served, .geodatabase, task).run() }
            let geodatabase = Geodatabase(fileURL: served.folder.appending(path: "client.gpkg"))
            try await geodatabase.load()
            #expect(try await replicaCount(served) == 1, "\(fault)")
            try await edit(geodatabase)
            served.server.faults.inject(fault, into: operation)
            _ = try await sync(geodatabase, task, SyncGeodatabaseParameters())
            let written = try await written(served)
            #expect(written.count { $0 == "update mine" } == 1 && written.count { $0 == "add new" } == 1, "\(fault): \(written)")
            #expect(try await contents(geodatabase) == contents(served.geodatabase), "\(fault)")
            served.server.faults.clear()
            served.server.faults.inject(fault, into: operation)
            do { try await task.unregisterGeodatabase(geodatabase) } catch { try await task.unregisterGeodatabase(geodatabase) }
            #expect(try await replicaCount(served) == 0, "\(fault)")
        }
    }

    private func replicaCount(_ served: ServedReplicas) async throws -> Int? {
        served.server.faults.clear()
        return try await served.get("/replicas").array?.count
    }
}
