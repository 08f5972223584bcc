import Cairn
import CairnLocalServer
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct JobKindsTests {
    /// Work that has a table geocoded by a child.
    struct Errand: JobWork {
        static let kind = "tests.errand"
        typealias Services = GeocodingServices
        var table: BatchGeocodeWork

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            try await context.child(table, named: "table", weight: 1, services: context.services).matched
        }
    }

    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    let server: LocalServer
    let service = URL(string: "http://localhost/arcgis/rest/services/Town/GeocodeServer")!

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let table = folder.appending(path: "town.csv")
        try Data("number,street,city,lon,lat\n12,Main St,Springfield,-89.65,39.8\n".utf8).write(to: table)
        let file = folder.appending(path: "town.locator")
        _ = try LocatorBuilder(name: "Town").build([LocatorTable(detecting: table)], to: file)
        server = LocalServer(locators: ["Town": LocatorTask(fileURL: file)], users: ["ann": "a long password"])
    }

    private func work() throws -> BatchGeocodeWork {
        let input = folder.appending(path: "letters.csv")
        try Data("street\n12 Main St\n".utf8).write(to: input)
        return BatchGeocodeWork(
            table: try AddressTable(detecting: input), output: folder.appending(path: "out.csv"), format: .csv,
            locator: .service(try ServiceURL(service)))
    }

    private var credential: TokenCredential {
        let tokenURL = URL(string: "http://localhost/arcgis/tokens/generateToken")!
        return TokenCredential(
            username: "ann", password: "a long password", server: service, tokenURL: tokenURL, transport: server)
    }

    @Test func `a restored job finds the credentials of the store that its kind asks, and its record holds none`() async throws {
        let record = try Job(work()).record
        let (store, kinds) = (CredentialStore(), { JobKinds(credentials: $0, transport: $1) })
        let without = try kinds(store, server).restore(record)
        await #expect { try await (without as? Job<BatchGeocodeWork>)?.run() } throws: { ($0 as? ServiceError)?.code == 499 }
        store.add(credential)
        let job = try #require(try kinds(store, server).restore(record) as? Job<BatchGeocodeWork>)
        #expect(try await job.run().matched == 1)
        #expect(!job.record.json.text().contains("a long password"))
    }

    @Test func `so do its children`() async throws {
        let kinds = JobKinds(credentials: CredentialStore([credential]), transport: server)
        let services = GeocodingServices(credentials: CredentialStore([credential]), transport: server)
        kinds.register(Errand.self) { services }
        let record = try Job(Errand(table: work()), services: services).record
        let job = try #require(try kinds.restore(record) as? Job<Errand>)
        #expect(try await job.run() == 1)
    }

    @Test func `the standard kinds know every kind of work, and locators of files too`() async throws {
        var work = try work()
        work.locator = .file(folder.appending(path: "town.locator"))
        let job = try JobKinds.standard.restore(Job(work).record)
        #expect(try await (job as? Job<BatchGeocodeWork>)?.run().matched == 1)
    }

    @Test func `a job and a kind that are given no services find files and services by themselves`() async throws {
        var work = try work()
        work.locator = .file(folder.appending(path: "town.locator"))
        #expect(try await Job(work).run().matched == 1)
        let kinds = JobKinds()
        kinds.register(Errand.self)
        let restored = try kinds.restore(Job(Errand(table: work)).record)
        #expect(try await (restored as? Job<Errand>)?.run() == 1)
    }

    @Test func `a record whose address holds a secret is refused, and the refusal does not show it`() throws {
        let text = try Job(work()).record.json.text()
        let json = try JSONValue(parsing: text.replacing("GeocodeServer", with: "GeocodeServer?token=hush"))
        let record = try JobRecord(json: json)
        #expect { try JobKinds.standard.restore(record) } throws: {
            "\($0)".contains("CredentialStore") && !"\($0)".contains("hush")
        }
    }
}
