import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

/// What services make of what they are asked.
struct ServiceRequestTests {
    let server: LocalServer
    let closed: LocalServer

    init() throws {
        let file = try TownFile(
            """
            12,Main Street,Springfield,IL,62701,-89.65,39.80
            12,Main Street,Shelbyville,IL,62565,-88.79,39.41
            12,Main Street,Springfield,MA,01103,-72.59,42.10
            """
        ).url
        server = LocalServer(locators: ["Town": LocatorTask(fileURL: file)])
        closed = LocalServer(locators: ["Town": LocatorTask(fileURL: file)], users: ["ann": "pw"])
    }

    private let service = "http://local:6080/arcgis/rest/services/Town/GeocodeServer/"

    private func answer(_ operation: String, _ query: String) async throws -> JSONValue {
        let url = URL(string: "\(service)\(operation)?f=json&\(query)")!
        return try JSONValue(parsing: await server.send(HTTPRequest(.get, url, timeout: nil)).body)
    }

    private func post(_ operation: String, _ query: String = "", _ form: String) async throws -> JSONValue {
        let headers = ["content-type": "application/x-www-form-urlencoded"]
        let request = HTTPRequest(
            .post, URL(string: "\(service)\(operation)?\(query)")!, headers: headers, body: .data(Data(form.utf8)),
            timeout: nil)
        return try JSONValue(parsing: await server.send(request).body)
    }

    @Test func `of a parameter that comes twice the first counts, each time`() async throws {
        let expected = try await answer("findAddressCandidates", "singleLine=12+Main+St&maxLocations=1")
        #expect(expected["candidates"]?.array?.count == 1)
        for _ in 0..<50 {
            for name in ["singleLine", "SINGLELINE", "singleline"] {
                let query = "singleLine=12+Main+St&\(name)=nowhere&maxLocations=1&MaxLocations=9"
                #expect(try await answer("findAddressCandidates", query) == expected)
                let halves = query.split(separator: "&maxLocations", maxSplits: 1).map(String.init)
                #expect(
                    try await post("findAddressCandidates", halves[0], "f=json&singleLine=none&maxLocations\(halves[1])")
                        == expected)
            }
        }
    }

    @Test(arguments: ["%FF", "Town%C3%28/GeocodeServer", "%ED%A0%80"])
    func `a path that cannot be decoded is not found`(path: String) async throws {
        let url = URL(string: "http://local/arcgis/rest/services/\(path)?f=json")!
        #expect(try await server.send(HTTPRequest(.get, url, timeout: nil)).status == 404)
    }

    @Test(arguments: ["/arcgis/rest/%FF", "/%zz", "/%", "/arcgis/rest/info%2", "/\u{FFFD}"])
    func `neither over the wire`(path: String) async throws {
        let url = try await server.start()
        let connection = try RawConnection(port: url.port!)
        connection.send("GET \(path)?f=json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(await connection.receive().hasPrefix("HTTP/1.1 404 "))
        await server.stop()
    }

    @Test func `a method that is none is refused, with those that there are`() async throws {
        let url = try await server.start()
        let connection = try RawConnection(port: url.port!)
        connection.send("BREW /arcgis/rest/info HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let answer = await connection.receive()
        #expect(answer.hasPrefix("HTTP/1.1 405 ") && answer.contains("GET, HEAD, POST\r\n"))
        await server.stop()
    }

    @Test(arguments: [
        ("findAddressCandidates", "singleLine=x&maxLocations"), ("find", "text=x&maxLocations"),
        ("suggest", "text=x&maxSuggestions"),
        ("reverseGeocode", "location=-89.65,39.8&distance"),
    ])
    func `limits that are negative or no numbers are refused by name`(operation: String, query: String) async throws {
        for value in ["-1", "-9223372036854775808", "-9999999999999999999999", "x", "nan", "-inf"] {
            let error = try await answer(operation, "\(query)=\(value)")["error"]
            #expect(error?["code"]?.int == 400)
            #expect(error?["details"]?[0]?.string?.contains("'\(query.split(separator: "&").last!)'") == true)
        }
        #expect(try await answer(operation, "\(query)=5")["error"] == nil)
    }

    @Test func `a postal code is the same as a number and as text`() async throws {
        func matches(_ postal: String, _ number: String) async throws -> JSONValue {
            let records = #"{"records":[{"attributes":{"OBJECTID":1,"Address":"\#(number)Main Street","Postal":\#(postal)}}]}"#
            return try await post("geocodeAddresses", "", FormEncoding.encode(["f": "json", "addresses": records]))
        }
        for postal in ["62701", "62565"] {
            let expected = try await matches("\"\(postal)\"", "12 ")
            #expect(expected["locations"]?[0]?["attributes"]?["Postal"]?.string == postal)
            for number in [postal, "\(postal).0", "\(postal)e0"] { #expect(try await matches(number, "12 ") == expected) }
        }
        for number in ["1e300", "-1e-300", "123456789012345678901234567890", "true", "null", "[1]"] {
            #expect(try await matches(number, "12 ")["locations"]?.array?.count == 1)
        }
    }

    @Test func `of a very long text its beginning is completed`() async throws {
        let beginning = "12 main street " + String(repeating: " ", count: 185)
        let expected = try await answer("suggest", FormEncoding.encode(["text": beginning]))
        #expect(expected["suggestions"]?.array?.isEmpty == false)
        let long = beginning + String(repeating: "zz é ", count: 400_000)
        #expect(try await post("suggest", "f=json", FormEncoding.encode(["text": long])) == expected)
        func late(_ spaces: Int) async throws -> JSONValue? {
            let text = String(repeating: " ", count: spaces) + "12 main street"
            return try await answer("suggest", FormEncoding.encode(["text": text]))["suggestions"]
        }
        #expect(try await late(186) == expected["suggestions"])
        #expect(try await late(200) != expected["suggestions"])
    }

    @Test func `the server says whether it wants tokens, and where they are to be had`() async throws {
        func info(_ server: LocalServer, _ address: String) async throws -> JSONValue? {
            let request = HTTPRequest(.get, URL(string: "\(address)/rest/info?f=json")!)
            return try JSONValue(parsing: await server.send(request).body)["authInfo"]
        }
        #expect(try await info(server, "http://local/arcgis") == ["isTokenBasedSecurity": false])
        let url = try await closed.start()
        let wire = HTTPRequest(
            .get, url.appending(path: "arcgis/rest/info").appending(queryItems: [.init(name: "f", value: "json")]))
        let answer = try JSONValue(parsing: await PlatformTransport().send(wire).body)["authInfo"]
        #expect(answer?["isTokenBasedSecurity"]?.bool == true)
        let tokens = try #require(answer?["tokenServicesUrl"]?.string)
        #expect(tokens == "\(url)/arcgis/tokens/generateToken")
        for context in ["http://gis.lan:6443/gis", "http://[::1]:6080/arcgis"] {
            #expect(try await info(closed, context)?["tokenServicesUrl"]?.string == "\(context)/tokens/generateToken")
        }
        let form = Data(FormEncoding.encode(["f": "json", "username": "ann", "password": "pw"]).utf8)
        let headers = ["content-type": "application/x-www-form-urlencoded"]
        let token = try await PlatformTransport().send(
            HTTPRequest(.post, URL(string: tokens)!, headers: headers, body: .data(form)))
        #expect(try JSONValue(parsing: token.body)["token"]?.string?.isEmpty == false)
        await closed.stop()
    }

    @Test func `a client of HTTP 1.0 that does not say whom it asks is told the server's address`() async throws {
        let url = try await closed.start()
        let connection = try RawConnection(port: url.port!)
        connection.send("GET /arcgis/rest/info?f=json HTTP/1.0\r\n\r\n")
        #expect(await connection.receive().contains("\(url)/arcgis/tokens/generateToken"))
        await closed.stop()
    }

    @Test func `attributes whose names differ by case are read the same way each time`() async throws {
        let attributes = #"{"OBJECTID":1,"objectid":2,"SINGLELINE":"nowhere","SingleLine":"12 Main Street","singleline":"x"}"#
        let form = FormEncoding.encode(["f": "json", "addresses": #"{"records":[{"attributes":\#(attributes)}]}"#])
        let expected = try await post("geocodeAddresses", "", form)
        #expect(expected["locations"]?[0]?["attributes"]?["ResultID"]?.int == 1)
        #expect(expected["locations"]?[0]?["address"]?.string?.contains("12 Main") == true)
        for _ in 0..<50 { #expect(try await post("geocodeAddresses", "", form) == expected) }
    }

    @Test(arguments: [
        "location=nan,nan", "location=1e999,1", "location=inf,0", "searchExtent=nan,1,2,inf", "searchExtent=1,2,3,4,x",
        "searchExtent=5,0,1,1", "searchExtent=0,5,1,1", "searchExtent=1,2,3",
    ])
    func `numbers that are no place are refused by name`(query: String) async throws {
        let error = try await answer("findAddressCandidates", "singleLine=12+Main&\(query)")["error"]
        #expect(error?["details"]?[0]?.string?.contains("'\(query.prefix { $0 != "=" })'") == true)
    }

    @Test(arguments: ["1.5", "1e300", "\"1\"", "null"]) func `a record's id that is no whole number is told`(id: String)
        async throws
    {
        let form = FormEncoding.encode(["f": "json", "addresses": #"{"records":[{"attributes":{"OBJECTID":\#(id)}}]}"#])
        #expect(
            try await post("geocodeAddresses", "", form)["error"]?["details"]?[0]?.string?.contains("no whole number") == true)
    }

    @Test func `an address as long as a book is refused, and not looked for`() async throws {
        let book = String(repeating: "main street ", count: 100_000)
        for (operation, form) in [
            ("findAddressCandidates", ["singleLine": book]), ("findAddressCandidates", ["Address": book]),
            ("geocodeAddresses", ["addresses": #"{"records":[{"attributes":{"OBJECTID":1,"City":"\#(book)"}}]}"#]),
        ] {
            let error = try await post(operation, "f=json", FormEncoding.encode(form))["error"]
            #expect(error?["details"]?[0]?.string?.contains("too long") == true)
        }
    }

    @Test(arguments: ["multipart/mixed; boundary=x", "application/json", "text/xml"])
    func `a body that is no form is refused, and says what is taken`(type: String) async throws {
        let request = HTTPRequest(
            .post, URL(string: "\(service)findAddressCandidates?f=json")!, headers: ["Content-Type": type],
            body: .data(Data("{}".utf8)))
        let answer = try await server.send(request)
        #expect(
            answer.status == 415 && String(decoding: answer.body, as: UTF8.self).contains("application/x-www-form-urlencoded"))
    }

    @Test func `a form with files has parameters like any other, and one that is broken is refused`() async throws {
        let part = "--x\r\nContent-Disposition: form-data; name=\"singleLine\"\r\n\r\n12 Main St\r\n"
        for (body, status) in [("\(part)--x--\r\n", 200), (part, 400), ("{}", 400)] {
            let request = HTTPRequest(
                .post, URL(string: "\(service)findAddressCandidates?f=json")!,
                headers: ["Content-Type": "multipart/form-data; boundary=x"], body: .data(Data(body.utf8)))
            let answer = try await server.send(request)
            #expect(answer.status == status)
            if status == 200 { #expect(try JSONValue(parsing: answer.body)["candidates"] != nil) }
        }
    }

    @Test func `links lead to services of any name`() async throws {
        let odd = LocalServer(locators: ["a b#c?d%41": LocatorTask(fileURL: URL(filePath: "/none"))])
        let page = try await odd.send(HTTPRequest(.get, URL(string: "http://local/arcgis/rest/services")!)).body
        let link = try #require(String(decoding: page, as: UTF8.self).firstMatch(of: /href="([^"]*GeocodeServer)"/)?.1)
        #expect(link == "/arcgis/rest/services/a%20b%23c%3Fd%2541/GeocodeServer")
    }

    @Test func `tokens that are forgotten are the oldest`() throws {
        let authority = TokenAuthority(users: ["ann": "pw"], capacity: 10)
        func token() throws -> String {
            let form = Data(FormEncoding.encode(["username": "ann", "password": "pw"]).utf8)
            let request = ServiceRequest(.post, "http://local/arcgis/tokens/generateToken", headers: [:], body: form)
            return try authority.issue(try #require(request))["token"]?.string ?? ""
        }
        func isGood(_ token: String) throws -> Bool {
            let request = try #require(
                ServiceRequest(.get, "http://local/arcgis/rest/services?token=\(token)", headers: [:], body: nil))
            return (try? authority.check(request)) != nil
        }
        let tokens = try (0..<35).map { _ in try token() }
        #expect(try isGood(tokens[34]) && !isGood(tokens[0]))
        #expect(try tokens.count { try isGood($0) } <= 10)
    }

    @Test func `a single question has its turn while tables are geocoded`() async throws {
        let records = (1...500).map { GeocodeRecord(id: $0, query: .singleLine("12 Main Street Springfield")) }
        let locator = LocatorTask(url: URL(string: String(service.dropLast()))!, transport: server)
        try await locator.load()
        let ended = Level(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    _ = try await locator.geocodeAddresses(records)
                    ended.send(ended.value + 1)
                }
            }
            while server.requestCount < 5 { await Task.yield() }
            _ = try await locator.suggest(forSearchText: "12 ma")
            #expect(ended.value == 0)
            group.cancelAll()
            try? await group.waitForAll()
        }
    }
}
