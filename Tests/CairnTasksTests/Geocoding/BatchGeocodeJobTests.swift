import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BatchGeocodeJobTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    let table: AddressTable
    let output: URL
    let file: URL
    let service = URL(string: "http://localhost/arcgis/rest/services/Town/GeocodeServer")!

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let town = folder.appending(path: "town.csv")
        try Data("number,street,city,lon,lat\n12,Main St,Springfield,-89.65,39.8\n".utf8).write(to: town)
        file = folder.appending(path: "town.locator")
        _ = try LocatorBuilder(name: "Town").build([LocatorTable(detecting: town)], to: file)
        let input = folder.appending(path: "letters.csv")
        try Data("query\n\"12 Main St, Springfield\"\nnowhere\n".utf8).write(to: input)
        table = try AddressTable(detecting: input)
        output = folder.appending(path: "out.csv")
    }

    @Test func `a job of a file's locator describes the file`() async throws {
        let job = try LocatorTask(fileURL: file).makeBatchGeocodeJob(table: table, output: output, format: .csv, batchSize: 1)
        #expect(job.status == .notStarted && job.work.locator == .file(file) && job.work.batchSize == 1)
        let summary = try await job.run()
        #expect(summary.matched == 1 && summary.unmatched == 1)
        #expect(FileManager.default.fileExists(atPath: output.path))
    }

    @Test func `a job of a service's locator asks with its transport and its credential, and its record holds neither`()
        async throws
    {
        let server = LocalServer(locators: ["Town": LocatorTask(fileURL: file)], users: ["ann": "a long password"])
        let tokenURL = URL(string: "http://localhost/arcgis/tokens/generateToken")!
        let credential = TokenCredential(
            username: "ann", password: "a long password", server: service, tokenURL: tokenURL, transport: server)
        let locator = LocatorTask(url: service, transport: server, credential: credential)
        let job = try locator.makeBatchGeocodeJob(table: table, output: output, format: .csv)
        #expect(try job.work.locator == .service(ServiceURL(service)))
        #expect(try await job.run().matched == 1)
        #expect(!job.record.json.text().contains("a long password"))
        let stranger = LocatorTask(url: service, transport: server, credential: CredentialStore())
        let refused = try stranger.makeBatchGeocodeJob(table: table, output: output, format: .csv)
        await #expect { try await refused.run() } throws: { ($0 as? ServiceError)?.code == 499 }
    }

    @Test func `a job that has failed with its locator goes on when that loads`() async throws {
        let missing = folder.appending(path: "later.locator")
        let locator = LocatorTask(fileURL: missing)
        let job = try locator.makeBatchGeocodeJob(table: table, output: output, format: .csv)
        await #expect(throws: LocatorError.notFound(path: missing.path)) { try await job.run() }
        try FileManager.default.copyItem(at: file, to: missing)
        try job.retry()
        #expect(try await job.output.matched == 1)
    }

    @Test func `a backend that cannot be described makes no job, and the error says what to do`() throws {
        let locator = LocatorTask(backend: ScriptedLocator())
        #expect(throws: GeocodeError.notStorable(backend: "ScriptedLocator")) {
            try locator.makeBatchGeocodeJob(table: table, output: output, format: .csv)
        }
        let text = "\(GeocodeError.notStorable(backend: "ScriptedLocator"))"
        #expect(text.contains("ScriptedLocator") && text.contains("source") && text.contains("GeocodingServices"))
    }

    @Test(arguments: ["http://ann:hush@localhost/Town/GeocodeServer", "http://localhost/Town/GeocodeServer?token=hush"])
    func `an address that must not be stored makes no job`(address: String) throws {
        let locator = LocatorTask(url: try #require(URL(string: address)))
        #expect { try locator.makeBatchGeocodeJob(table: table, output: output, format: .csv) } throws: {
            $0 is ServiceURL.HoldsSecret && !"\($0)".contains("hush")
        }
        // What is no file may hold a secret, too.
        let web = LocatorTask(fileURL: try #require(URL(string: address)))
        #expect { try web.makeBatchGeocodeJob(table: table, output: output, format: .csv) } throws: {
            "\($0)".contains("is not the address of a file") && !"\($0)".contains("hush")
        }
    }
}
