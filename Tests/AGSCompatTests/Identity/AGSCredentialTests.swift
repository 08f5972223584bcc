import AGSCompat
import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSCredentialTests {
    private static let url = URL(string: "http://localhost/arcgis/rest/services/Town/FeatureServer")!

    private func server(isSecured: Bool = true) async throws -> (SampleService, LocalServer) {
        let service = try await SampleService(count: 3)
        let published = ["Town": PublishedFeatures(service.geodatabase, isEditable: true)]
        return (service, LocalServer(features: published, users: isSecured ? ["ann": "a long password"] : [:]))
    }

    /// With a store of its own: that of all others is left alone.
    private func geodatabase(_ transport: any HTTPTransport) -> AGSServiceGeodatabase {
        AGSServiceGeodatabase(ServiceGeodatabase(url: Self.url, transport: transport, credential: CredentialStore()))
    }

    @Test(arguments: [false, true])
    func `a service is asked as the user who was given, and all its tables`(isSecured: Bool) async throws {
        let (service, server) = try await server(isSecured: isSecured)
        let geodatabase = geodatabase(server)
        #expect(geodatabase.credential == nil)
        let credential = AGSCredential(user: "ann", password: "a long password")
        geodatabase.credential = credential
        #expect(geodatabase.credential === credential && credential.username == "ann")
        try await done { geodatabase.load(completion: $0) }
        let table = try #require(geodatabase.table(withLayerID: 0))
        try await done { table.add(table.createFeature(attributes: ["rank": 7], geometry: nil), completion: $0) }
        try await done { completion in table.applyEdits { _, error in completion(error) } }
        #expect(try await service.rows().count == 4)
    }

    @Test func `without a credential, or with a wrong one, loading says so, and goes on with the right one`() async throws {
        let (service, server) = try await server()
        let geodatabase = geodatabase(server)
        await #expect(throws: (any Error).self) { try await done { geodatabase.load(completion: $0) } }
        geodatabase.credential = AGSCredential(user: "ann", password: "guessed")
        await #expect(throws: (any Error).self) { try await done { geodatabase.retryLoad(completion: $0) } }
        #expect(!"\(geodatabase.loadError as Any)".contains("guessed"))
        geodatabase.credential = AGSCredential(user: "ann", password: "a long password")
        try await done { geodatabase.retryLoad(completion: $0) }
        geodatabase.credential = nil
        let table = try #require(geodatabase.table(withLayerID: 0))
        await #expect(throws: (any Error).self) { try await done { table.load(completion: $0) } }
        withExtendedLifetime(service) {}
    }

    @Test func `an API key counts where there is no credential, and for its service alone`() async throws {
        let transport = StubTransport { request in
            request.form["token"] == "a key" || request.headers["Authorization"] == "Bearer a key"
                ? .json(#"{"layers":[],"tables":[]}"#)
                : .json(#"{"error":{"code":499,"message":"Token Required"}}"#)
        }
        let geodatabase = geodatabase(transport)
        let resource: any AGSAPIKeyResource = geodatabase
        #expect(resource.apiKey.isEmpty && AGSLocatorTask(url: URL(filePath: "/none.locator")).apiKey.isEmpty)
        resource.apiKey = "a key"
        try await done { geodatabase.load(completion: $0) }
        geodatabase.credential = AGSCredential(token: "another", referer: nil)
        #expect(geodatabase.apiKey == "a key")
        let other = self.geodatabase(transport)
        await #expect(throws: (any Error).self) { try await done { other.load(completion: $0) } }
        other.apiKey = "a key"
        other.credential = AGSCredential(token: "another", referer: nil)
        await #expect(throws: (any Error).self) { try await done { other.retryLoad(completion: $0) } }
        other.credential = nil
        try await done { other.retryLoad(completion: $0) }
        let third = self.geodatabase(transport)
        (third.apiKey, third.apiKey) = ("a key", "")
        await #expect(throws: (any Error).self) { try await done { third.load(completion: $0) } }
    }

    @Test func `a token goes with its referer`() async throws {
        let transport = StubTransport { request in
            request.form["token"] == "abc" && request.headers["Referer"] == "http://me"
                ? .json(#"{"id":0,"name":"T","type":"Table","fields":[]}"#)
                : .json(#"{"error":{"code":499,"message":"Token Required"}}"#)
        }
        let service = ServiceFeatureTable(url: Self.url.appending(path: "0"), transport: transport, credential: CredentialStore())
        let table = AGSServiceFeatureTable(service)
        await #expect(throws: (any Error).self) { try await done { table.load(completion: $0) } }
        table.credential = AGSCredential(token: "abc", referer: "http://me")
        try await done { table.retryLoad(completion: $0) }
    }

    @Test func `a server that could not be asked is asked again`() async throws {
        let (service, server) = try await server()
        let isDown = Log<Bool>()
        let transport = StubTransport { request in
            if request.url.lastPathComponent == "info", isDown.elements.isEmpty {
                isDown.append(true)
                throw TransportError(.refused, url: request.url)
            }
            return try await server.send(request)
        }
        let geodatabase = geodatabase(transport)
        geodatabase.credential = AGSCredential(user: "ann", password: "a long password")
        await #expect(throws: (any Error).self) { try await done { geodatabase.load(completion: $0) } }
        try await done { geodatabase.retryLoad(completion: $0) }
        withExtendedLifetime(service) {}
    }

    @Test func `tokens are asked for where the credential says, and the server is not asked where`() async throws {
        let issuer = URL(string: "https://localhost/own/generateToken")!
        let transport = StubTransport { request in
            switch request.url.path {
            case issuer.path: .json(#"{"token":"abc","expires":4102444800000}"#)
            case _ where request.form["token"] == "abc" || request.headers["Authorization"] == "Bearer abc":
                .json(#"{"layers":[],"tables":[]}"#)
            default: .json(#"{"error":{"code":499,"message":"Token Required"}}"#)
            }
        }
        let credential = AGSCredential(user: "ann", password: "a long password")
        #expect(credential.tokenURL == nil)
        credential.tokenUrl = issuer
        #expect(credential.tokenURL == issuer && credential.tokenUrl == issuer)
        let geodatabase = geodatabase(transport)
        geodatabase.credential = credential
        try await done { geodatabase.load(completion: $0) }
        #expect(geodatabase.loadStatus == .loaded)
    }

    @Test func `neither the password nor the token is shown`() {
        for credential in [AGSCredential(user: "ann", password: "s3cret"), AGSCredential(token: "s3cret", referer: nil)] {
            var text = "\(credential) \(credential.debugDescription)"
            dump(credential, to: &text)
            #expect(!text.contains("s3cret"))
        }
    }
}
