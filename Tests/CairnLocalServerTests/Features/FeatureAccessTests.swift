import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import Foundation
import Testing

/// Who is answered, and the faults that are shown.
struct FeatureAccessTests {
    private let table = FixedTable(definition: FeatureTableDefinition("Empty"), features: [])

    private func json(_ server: LocalServer, _ path: String, _ method: HTTPRequest.Method = .get, _ form: String = "")
        async throws
        -> JSONValue
    {
        let url = try #require(URL(string: "http://local/arcgis/\(path)"))
        let headers = form.isEmpty ? [:] : ["content-type": "application/x-www-form-urlencoded"]
        let body = form.isEmpty ? nil : HTTPRequestBody.data(Data(form.utf8))
        return try JSONValue(parsing: try await server.send(HTTPRequest(method, url, headers: headers, body: body)).body)
    }

    @Test func `features of a server with users want a token`() async throws {
        let server = LocalServer(features: ["Town": PublishedFeatures(tables: [table])], users: ["ann": "secret"])
        let query = "rest/services/Town/FeatureServer/0/query?f=json"
        #expect(try await json(server, query)["error"]?["code"] == 499)
        #expect(try await json(server, query + "&token=x")["error"]?["code"] == 498)
        let form = "username=ann&password=secret&f=json"
        let token = try #require(try await json(server, "tokens/generateToken", .post, form)["token"]?.string)
        #expect(try await json(server, query + "&token=\(token)")["features"] == [])
        server.expireTokens()
        #expect(try await json(server, query + "&token=\(token)")["error"]?["code"] == 498)
    }

    @Test func `faults are shown by operation`() async throws {
        let server = LocalServer(features: ["Town": PublishedFeatures(tables: [table])])
        server.faults.inject(.serviceError(code: 500, message: "Failed to execute query."), into: "query")
        #expect(try await json(server, "rest/services/Town/FeatureServer/0?f=json")["error"] == nil)
        let query = "rest/services/Town/FeatureServer/0/query?f=json"
        #expect(try await json(server, query)["error"]?["message"] == "Failed to execute query.")
        #expect(try await json(server, query)["features"] == [])
    }

    @Test func `services of two kinds may have one name, and of one kind not`() async throws {
        let features = PublishedFeatures(tables: [table])
        let locator = LocatorTask(fileURL: URL(filePath: "/none"))
        let both = LocalServer(locators: ["Town": locator], features: ["town": features])
        #expect(try await json(both, "rest/services/Town/FeatureServer?f=json")["layers"] == [])
        let list = try await json(both, "rest/services?f=json")["services"]?.array?.compactMap { $0["type"]?.string }
        #expect(list?.sorted() == ["FeatureServer", "GeocodeServer"])
        try await both.start()
        await both.stop()
        await #expect(throws: ServiceNameClash.self) {
            try await LocalServer(features: ["Town": features, "town": features]).start()
        }
    }
}
