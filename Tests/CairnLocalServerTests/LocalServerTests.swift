import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LocalServerTests {
    let file: URL
    let server: LocalServer

    init() throws {
        file = try TownFile(
            """
            12,Main Street,Springfield,IL,62701,-89.65,39.80
            14,Main Street,Springfield,IL,62701,-89.66,39.81
            """
        ).url
        let task = LocatorTask(fileURL: file)
        server = LocalServer(locators: ["Town": task, "Old/Village": task])
    }

    private func json(_ path: String) async throws -> JSONValue {
        let url = URL(string: "http://local/arcgis/rest/\(path)")!
        return try JSONValue(parsing: await server.send(HTTPRequest(.get, url, timeout: nil)).body)
    }

    @Test func `the operations over the wire are those on the file`() async throws {
        let offline = LocatorTask(fileURL: file)
        let url = try await server.start()
        let wire = LocatorTask(url: server.url(of: "Town", .geocodeServer, at: url))
        let inProcess = LocatorTask(url: URL(string: "http://local/rest/services/Town/GeocodeServer")!, transport: server)
        var parameters = GeocodeParameters()
        parameters.resultAttributeNames = ["*"]
        for online in [wire, inProcess] {
            for text in ["12 Main St", "12 mian st springfield", "nowhere", "Main Street"] {
                let expected = try await offline.geocode(forSearchText: text, using: parameters)
                let results = try await online.geocode(forSearchText: text, using: parameters)
                #expect(results.map(\.label) == expected.map(\.label))
                #expect(results.map(\.score) == expected.map(\.score))
                #expect(results.map(\.location) == expected.map(\.location))
            }
            #expect(
                try await online.suggest(forSearchText: "12 ma").map(\.label)
                    == offline.suggest(forSearchText: "12 ma").map(\.label))
            let place = MapPoint(latitude: 39.8001, longitude: -89.6501)
            #expect(
                try await online.reverseGeocode(forLocation: place).map(\.label)
                    == offline.reverseGeocode(forLocation: place).map(\.label))
            #expect(try await online.reverseGeocode(forLocation: MapPoint(latitude: -60, longitude: 0)).isEmpty)
            let records = [
                GeocodeRecord(id: 7, query: .singleLine("14 Main St")), GeocodeRecord(id: 9, query: .singleLine("zz")),
            ]
            let matches = try await online.geocodeAddresses(records)
            #expect(matches.map(\.id) == [7, 9] && matches.map(\.status) == [.matched, .unmatched])
        }
        await server.stop()
    }

    @Test func `names of parameters and services may be of any case`() async throws {
        let answer = try await json(
            "services/town/geocodeserver/FINDaddressCandidates?F=JSON&singleline=12+Main+St&OUTFIELDS=City")
        #expect(answer["candidates"]?[0]?["attributes"]?["City"]?.string == "Springfield")
    }

    @Test func `the directory lists services and folders`() async throws {
        #expect(try await json("services?f=json")["folders"]?[0]?.string == "Old")
        #expect(try await json("services?f=json")["services"]?[0]?["name"]?.string == "Town")
        #expect(try await json("services/Old?f=json")["services"]?[0]?["name"]?.string == "Old/Village")
        #expect(try await json("services/Old/Village/GeocodeServer?f=json")["capabilities"]?.string?.contains("Suggest") == true)
        #expect(try await json("info?f=json")["currentVersion"]?.double == 11.3)
    }

    @Test(arguments: [
        ("services/None/GeocodeServer?f=json", 404), ("services/Nowhere?f=json", 404), ("nonsense?f=json", 400),
        ("services/Town/GeocodeServer/explode?f=json", 400), ("services/Town/GeocodeServer/findAddressCandidates?f=json", 400),
        ("services/Town/GeocodeServer/suggest?f=json", 400),
        ("services/Town/GeocodeServer/reverseGeocode?f=json&location=x", 400),
        ("services/Town/GeocodeServer/findAddressCandidates?f=json&singleLine=x&maxLocations=many", 400),
        ("services/Town/GeocodeServer/findAddressCandidates?f=json&singleLine=x&outSR=2229", 400),
        ("services/Town/GeocodeServer/geocodeAddresses?f=json&addresses=[]", 400),
        ("services/Town/GeocodeServer/suggest?f=amf&text=x", 400),
    ])
    func `errors come as real servers give them`(path: String, code: Int) async throws {
        let response = try await server.send(HTTPRequest(.get, URL(string: "http://local/arcgis/rest/\(path)")!))
        #expect(response.status == 200)
        #expect(try JSONValue(parsing: response.body)["error"]?["code"]?.int == code)
    }

    @Test func `people with browsers get pages`() async throws {
        let response = try await server.send(HTTPRequest(.get, URL(string: "http://local/arcgis/rest/services")!))
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(response.headers["content-type"]?.hasPrefix("text/html") == true)
        #expect(text.contains("href=\"/arcgis/rest/services/Town/GeocodeServer\""))
    }

    @Test func `the legacy find wraps its results in features`() async throws {
        let answer = try await json("services/Town/GeocodeServer/find?f=pjson&text=12+Main+St")
        #expect(answer["locations"]?[0]?["feature"]?["geometry"]?["x"]?.double == -89.65)
    }

    @Test func `every fault shows as it would on a real server`() async throws {
        let url = try await server.start()
        for transport in [PlatformTransport(), server] as [any HTTPTransport] {
            let client = ServiceClient(url: server.url(of: "Town", .geocodeServer, at: url), transport: transport)
            server.faults.inject(.drop)
            await #expect { try await client.call("") } throws: { ($0 as? TransportError)?.reason == .connectionLost }
            for count in [10, 0, -1] {
                server.faults.inject(.truncate(afterBytes: count))
                await #expect { try await client.call("") } throws: { ($0 as? TransportError)?.reason == .connectionLost }
            }
            server.faults.inject(.status(503, retryAfter: 9))
            await #expect { try await client.call("") } throws: {
                ($0 as? ServiceError)?.transience == .transient(retryAfter: .seconds(9))
            }
            server.faults.inject(.expiredToken)
            await #expect { try await client.call("") } throws: { ($0 as? ServiceError)?.code == 498 }
            server.faults.inject(.serviceError(code: 500, message: "broken"))
            await #expect { try await client.call("") } throws: { ($0 as? ServiceError)?.message == "broken" }
            server.faults.inject(.drop, into: "suggest")
            #expect(try await client.call("")["capabilities"] != nil)
            server.faults.clear()
            #expect(try await client.call("suggest", ["text": "m"])["suggestions"] != nil)
        }
        await server.stop()
    }

    @Test func `services with users want tokens`() async throws {
        let closed = LocalServer(locators: ["Town": LocatorTask(fileURL: file)], users: ["ann": "pw"])
        let url = try await closed.start()
        let service = closed.url(of: "Town", .geocodeServer, at: url)
        await #expect { try await LocatorTask(url: service).load() } throws: { ($0 as? ServiceError)?.code == 499 }
        func locator(_ password: String) -> LocatorTask {
            let credential = TokenCredential(
                username: "ann", password: password, server: url, tokenURL: url.appending(path: "arcgis/tokens/generateToken"),
                transport: PlatformTransport())
            return LocatorTask(url: service, credential: credential)
        }
        await #expect { try await locator("wrong").load() } throws: { ($0 as? ServiceError)?.code == 400 }
        let locator = locator("pw")
        #expect(try await locator.geocode(forSearchText: "12 Main St").count >= 1)
        closed.expireTokens()
        #expect(try await locator.geocode(forSearchText: "12 Main St").count >= 1)
        await closed.stop()
    }

    @Test func `a port that is taken is refused by name`() async throws {
        let url = try await server.start()
        let other = LocalServer(locators: [:])
        await #expect { try await other.start(port: UInt16(url.port!)) } throws: { "\($0)".contains("127.0.0.1:\(url.port!)") }
        await server.stop()
    }

    @Test func `a stopped server refuses, and can be started again`() async throws {
        let url = try await server.start()
        await server.crash()
        let transport = PlatformTransport()
        let request = HTTPRequest(.get, url.appending(path: "arcgis/rest/info"))
        await #expect { try await transport.send(request) } throws: { ($0 as? TransportError)?.transience == .transient() }
        try await server.start(port: UInt16(url.port!))
        #expect(try await transport.send(request).status == 200)
        await server.stop()
    }

    @Test func `a job rides out a server that dies and comes back`() async throws {
        let url = try await server.start()
        let input = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        try Data("id,street\n1,12 Main St\n2,14 Main St\n3,nowhere\n".utf8).write(to: input)
        let service = server.url(of: "Town", .geocodeServer, at: url)
        let work = BatchGeocodeWork(
            table: try AddressTable(detecting: input), output: input.appendingPathExtension("out"), format: .csv,
            locator: .service(try ServiceURL(service)), batchSize: 1)
        let services = GeocodingServices { _ in LocatorTask(url: service) }
        let clock = ManualClock()
        let job = try Job(work, services: services, configuration: JobConfiguration(clock: clock))
        server.faults.inject(.status(502), into: "geocodeAddresses", times: 2)
        await server.crash()
        try job.start()
        await clock.sleepers(atLeast: 1)
        try await server.start(port: UInt16(url.port!))
        clock.advanceToNextDeadline()
        for _ in 0..<2 {
            await clock.sleepers(atLeast: 1)
            clock.advanceToNextDeadline()
        }
        #expect(try await job.output.matched == 2)
        await server.stop()
    }
}

extension LocalServerTests {
    @Test func `two services whose names differ by case only are refused at start`() async throws {
        let task = LocatorTask(fileURL: file)
        let server = LocalServer(locators: ["Town": task, "TOWN": task, "Village": task])
        await #expect { try await server.start() } throws: { "\($0)".contains("TOWN and Town") }
    }

    @Test func `over the wire a page of another origin is not answered, and one that is allowed is`() async throws {
        let task = LocatorTask(fileURL: file)
        let server = LocalServer(locators: ["Town": task], access: ServerAccess(origins: ["https://maps.example.com"]))
        let url = try await server.start().appending(path: "arcgis/rest/info")
        func status(_ origin: String?) async throws -> HTTPResponse {
            try await PlatformTransport().send(HTTPRequest(.get, url, headers: origin.map { ["Origin": $0] } ?? [:]))
        }
        #expect(try await status(nil).status == 200)
        #expect(try await status("https://evil.example.com").status == 403)
        let allowed = try await status("https://maps.example.com")
        #expect(allowed.status == 200 && allowed.headers["access-control-allow-origin"] == "https://maps.example.com")
        await server.stop()
    }
}
