import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DownloadTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    let url = URL(string: "https://example.com/tiles.bin")!
    var destination: URL { folder.appending(path: "tiles.bin") }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    /// A server of one file, whose contents may change, and which fails where it is told.
    private func server(_ contents: Level<Data>, failingAt offset: Level<Int?> = Level(nil), ranges: Bool = true) -> StubTransport
    {
        StubTransport { request in
            let data = contents.value
            let tag = "\"\(data.count)-\(data.first ?? 0)\""
            let bounds = (request.headers["Range"] ?? "").dropFirst(6).split(separator: "-").compactMap { Int($0) }
            if let failure = offset.value, bounds[0] >= failure { throw TransportError(.connectionLost, url: request.url) }
            let isCurrent = request.headers["If-Range"].map { $0 == tag } ?? true
            guard ranges, isCurrent else { return HTTPResponse(headers: ["ETag": tag], body: data) }
            guard bounds[0] < data.count else { return HTTPResponse(status: 416) }
            let end = min(bounds[1], data.count - 1)
            let headers = ["ETag": tag, "Content-Range": "bytes \(bounds[0])-\(end)/\(data.count)"]
            return HTTPResponse(status: 206, headers: headers, body: data[bounds[0]...end])
        }
    }

    private func bytes(_ count: Int, _ first: UInt8 = 1) -> Data {
        Data([first] + (1..<count).map { UInt8(truncatingIfNeeded: $0) })
    }
    private var left: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? [] }

    @Test func `a file is fetched in parts and stands alone in its place`() async throws {
        let data = bytes(1000)
        let transport = server(Level(data))
        let seen = Level<[Double]>([])
        try await Download(url, to: destination, transport: transport, partSize: 300).run { seen.send(seen.value + [$0]) }
        #expect(try Data(contentsOf: destination) == data)
        #expect(transport.requests.count == 4)
        #expect(transport.requests.allSatisfy { $0.headers["Accept-Encoding"] == "identity" })
        #expect(seen.value == [0.3, 0.6, 0.9, 1])
        #expect(left == ["tiles.bin"])
    }

    @Test func `a download that was broken off goes on where it was`() async throws {
        let data = bytes(1000)
        let failure = Level<Int?>(600)
        let transport = server(Level(data), failingAt: failure)
        let download = Download(url, to: destination, transport: transport, partSize: 300)
        await #expect(throws: TransportError.self) { try await download.run() }
        #expect(left == ["tiles.bin.download", "tiles.bin.download.json"])
        failure.send(nil)
        try await download.run()
        #expect(transport.requests.compactMap { $0.headers["Range"] }.suffix(2) == ["bytes=600-899", "bytes=900-1199"])
        #expect(try Data(contentsOf: destination) == data)
    }

    @Test func `a file that has changed meanwhile is begun anew`() async throws {
        let contents = Level(bytes(1000, 1))
        let failure = Level<Int?>(600)
        let download = Download(url, to: destination, transport: server(contents, failingAt: failure), partSize: 300)
        await #expect(throws: TransportError.self) { try await download.run() }
        failure.send(nil)
        contents.send(bytes(700, 9))
        try await download.run()
        #expect(try Data(contentsOf: destination) == contents.value)
    }

    @Test func `a server without ranges sends the file whole`() async throws {
        let data = bytes(1000)
        try await Download(url, to: destination, transport: server(Level(data), ranges: false), partSize: 300).run()
        #expect(try Data(contentsOf: destination) == data)
    }

    @Test func `what was written beyond the note is cut off`() async throws {
        let data = bytes(1000)
        let failure = Level<Int?>(300)
        let download = Download(url, to: destination, transport: server(Level(data), failingAt: failure), partSize: 300)
        await #expect(throws: TransportError.self) { try await download.run() }
        let part = destination.appendingPathExtension("download")
        try (Data(contentsOf: part) + Data("half a part".utf8)).write(to: part)
        failure.send(nil)
        try await download.run()
        #expect(try Data(contentsOf: destination) == data)
    }

    @Test func `a wrong size and a failed check remove the file and say so`() async throws {
        struct Wrong: Error {}
        let transport = server(Level(bytes(1000)))
        await #expect(throws: DownloadError.self) {
            try await Download(url, to: destination, expectedSize: 999, transport: transport).run()
        }
        await #expect(throws: Wrong.self) {
            try await Download(url, to: destination, transport: transport).run(verify: { _ in throw Wrong() })
        }
        #expect(left.isEmpty)
    }

    @Test func `an answer of failure is that`() async throws {
        let transport = StubTransport { _ in HTTPResponse(status: 503, headers: ["Retry-After": "3"]) }
        await #expect { try await Download(url, to: destination, transport: transport).run() } throws: {
            ($0 as? ServiceError)?.transience == .transient(retryAfter: .seconds(3))
        }
    }
}
