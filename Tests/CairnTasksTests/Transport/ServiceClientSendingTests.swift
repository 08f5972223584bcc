import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

struct ServiceClientSendingTests {
    let url = URL(string: "https://example.com/rest/services/X/FeatureServer/0")!
    let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

    /// In pieces, as from a network.
    private func written(_ answer: String) async throws -> Data {
        defer { try? FileManager.default.removeItem(at: file) }
        let (bytes, file) = (Data(answer.utf8), file)
        let transport = StubTransport.streaming { _ in
            let place = Level(0)
            return HTTPResponseStream(
                body: HTTPResponseBody {
                    let piece = Data(bytes.dropFirst(place.value).prefix(10_000))
                    place.send(place.value + piece.count)
                    return piece.isEmpty ? nil : piece
                })
        }
        let client = ServiceClient(url: url, transport: transport, credential: CredentialStore())
        try await client.send(HTTPRequest(.get, url, maximumResponseSize: .max)) { answer, check in
            try await ServiceClient.write(answer, to: file, check) { _ in }
        }
        return try Data(contentsOf: file)
    }

    private static func details(_ count: Int) -> String {
        repeatElement("\"\(String(repeating: "x", count: 97))\"", count: count / 100).joined(separator: ",")
    }

    @Test(arguments: [100, 100_000, 1_000_000], ["", "\u{FEFF}", " \n"])
    func `an error becomes no file, however much it says`(size: Int, start: String) async throws {
        let answer = "\(start){ \"error\" : {\"code\":400,\"message\":\"No.\",\"details\":[\(Self.details(size))]}}"
        let error = await #expect(throws: ServiceError.self) { try await written(answer) }
        #expect(error?.code == 400 && error?.message == "No.")
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(arguments: [100, 100_000]) func `what is no error becomes the file, to the last byte`(size: Int) async throws {
        let answers = [
            "{\"error\":null,\"list\":[\(Self.details(size))]}", "{\"list\":[\(Self.details(size))]}", "{\"error\"", "",
        ]
        for answer in answers { #expect(try await written(answer) == Data(answer.utf8)) }
    }

    @Test func `an error of more than 16 MiB is not looked for`() async throws {
        let answer = "{\"error\":{\"code\":400,\"details\":[\(Self.details(17 << 20))]}}"
        #expect(try await written(answer).count == answer.utf8.count)
    }

    @Test func `a failure in JSON is found wherever it stands`() throws {
        let json = try JSONValue(parsing: #"{"list":[],"error":{"code":404,"message":"None."}}"#)
        #expect((ServiceClient.failure(in: json, of: url) as? ServiceError)?.code == 404)
        #expect(ServiceClient.failure(in: ["error": .null, "list": []], of: url) == nil)
    }
}
