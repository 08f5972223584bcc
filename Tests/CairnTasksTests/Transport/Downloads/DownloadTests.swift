import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

@Suite(.timeLimit(.minutes(10)))
struct DownloadTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    let url = URL(string: "https://example.com/tiles.bin?token=secret")!
    let server = FileServer(Self.bytes(100_000))
    var destination: URL { folder.appending(path: "tiles.bin") }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private static func bytes(_ count: Int, _ first: UInt8 = 1) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 251 + Int(first)) })
    }
    private var left: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? [] }
    private var download: Download { Download(url, to: destination, transport: server.transport) }
    private var ranges: [String] { server.requests.value.compactMap { $0.headers["Range"] } }

    @Test func `a file stands alone in its place`() async throws {
        let seen = Level<[Double]>([])
        try await download.run { seen.send(seen.value + [$0]) }
        #expect(try Data(contentsOf: destination) == server.contents)
        #expect(seen.value.count == 101 && seen.value == seen.value.sorted() && seen.value.last == 1)
        #expect(server.requests.value.map { $0.headers["Accept-Encoding"] } == ["identity"])
        #expect(left == ["tiles.bin"])
    }

    @Test func `a name may be as long as the disk takes it, and two that begin alike do not mix`() async throws {
        let names = ["1", "2"].map { String(repeating: "\u{FC}", count: 120) + $0 }
        for name in names {
            let place = folder.appending(path: name)
            let files = DownloadFile.files(for: place)
            #expect(files.first == place && files.dropFirst().allSatisfy { $0.lastPathComponent.utf8.count < 200 })
            server.plan(.cut)
            await #expect(throws: TransportError.self) { try await Download(url, to: place, transport: server.transport).run() }
        }
        #expect(left.count == 4)
        for name in names { try await Download(url, to: folder.appending(path: name), transport: server.transport).run() }
        #expect(left == names)
    }

    @Test func `a file that has come is locked for as long as it is kept`() async throws {
        let partial = PartialOutput(output: folder.appending(path: "tiles"), head: "", suffix: ".bin")
        var held: FileDescriptor? = try await download.fetch()
        try DurableFile.removeUnused(atPath: destination.path)
        #expect(held != nil && left == ["tiles.bin"])
        #expect(throws: PartialOutputTrouble.self) { _ = try partial.open(after: 0) }
        held = nil
        #expect(throws: Never.self) { _ = try partial.open(after: 0) }
        try DurableFile.removeUnused(atPath: destination.path)
        #expect(left.isEmpty)
    }

    @Test func `a file of somebody's under another name is not written to`() async throws {
        let mine = folder.appending(path: "mine")
        try Data("mine".utf8).write(to: mine)
        try FileManager.default.linkItem(at: mine, to: URL(filePath: destination.path + ".download"))
        let error = await #expect(throws: SystemError.self) { try await download.run() }
        #expect(error?.path == destination.path + ".download")
        #expect(try Data(contentsOf: mine) == Data("mine".utf8))
    }

    @Test func `an empty file is a file`() async throws {
        server.change(to: Data())
        try await download.run()
        #expect(try Data(contentsOf: destination).isEmpty && left == ["tiles.bin"])
    }

    @Test func `what came before the connection was lost is kept, and the rest is fetched`() async throws {
        server.plan(.cut, .cut)
        await #expect(throws: TransportError.self) { try await download.run() }
        #expect(left == ["tiles.bin.download", "tiles.bin.download.json"])
        await #expect(throws: TransportError.self) { try await download.run() }
        try await download.run()
        #expect(ranges == ["bytes=50000-", "bytes=75000-"])
        #expect(try Data(contentsOf: destination) == server.contents)
        #expect(left == ["tiles.bin"])
    }

    @Test func `an answer that ends before it should is a lost connection, not a reason to ask for ever`() async throws {
        server.plan(.short, .short)
        for kept in [50_000, 75_000] {
            await #expect { try await download.run() } throws: { ($0 as? TransportError)?.reason == .connectionLost }
            #expect(try Data(contentsOf: folder.appending(path: "tiles.bin.download")).count == kept)
        }
        try await download.run()
        #expect(try Data(contentsOf: destination) == server.contents && server.requests.value.count == 3)
    }

    @Test func `a file that ends where its connection does is taken only if its size is known`() async throws {
        let transport = StubTransport { _ in HTTPResponse(headers: ["Connection": "close"], body: Data(count: 100)) }
        await #expect {
            try await Download(url, to: destination, transport: transport).run()
        } throws: {
            if case .garbled? = ($0 as? TransportError)?.reason { true } else { false }
        }
        try await Download(url, to: destination, expectedSize: 100, transport: transport).run()
        #expect(left == ["tiles.bin"])
    }

    @Test func `a version that repeats the token is not written down`() async throws {
        let token = "token-of-some-length"
        let transport = StubTransport.streaming({ request in
            let begun = Level(true)
            let body = HTTPResponseBody {
                guard begun.value else { throw TransportError(.connectionLost, url: request.url) }
                begun.send(false)
                return Data(count: 1000)
            }
            return HTTPResponseStream(headers: ["ETag": "\"\(token)\"", "Content-Length": "2000"], body: body)
        })
        let credential = APIKeyCredential(token, server: url)
        await #expect(throws: TransportError.self) {
            try await Download(url, to: destination, transport: transport, credential: credential).run()
        }
        #expect(left == [])
    }

    @Test func `a file that has changed meanwhile is begun anew`() async throws {
        server.plan(.cut, .change)
        await #expect(throws: TransportError.self) { try await download.run() }
        try await download.run()
        #expect(try Data(contentsOf: destination) == server.contents)
    }

    @Test func `what came from another address is not gone on with, however alike, not even if all of it is there`() async throws
    {
        for file in ["north", "north?id=1", "north?id=2"] {
            let other = FileServer(server.contents)
            server.plan(.cut)
            let first = Download(URL(string: "https://example.com/south")!, to: destination, transport: server.transport)
            await #expect(throws: TransportError.self) { try await first.run() }
            other.change(to: Data(server.contents.reversed()))
            let second = Download(URL(string: "https://example.com/\(file)")!, to: destination, transport: other.transport)
            try await second.run()
            #expect(
                try Data(contentsOf: destination) == other.contents && other.requests.value.map { $0.headers["Range"] } == [nil])
        }
        // All is there, but not in its place.
        let note = #"{"length":9,"total":9,"version":"\"v1\"","source":"https://example.com/south 1"}"#
        try Data("all of it".utf8).write(to: folder.appending(path: "tiles.bin.download"))
        try Data(note.utf8).write(to: folder.appending(path: "tiles.bin.download.json"))
        try await download.run()
        #expect(try Data(contentsOf: destination) == server.contents)
    }

    @Test(arguments: [
        ["ETag": ""], ["ETag": "-"], ["ETag": "w/\"1\""], ["ETag": "W/\"1\""], ["ETag": "\"\""], ["ETag": "\"1"],
        ["Last-Modified": ""],
        ["Last-Modified": "0"], ["Last-Modified": "yesterday"], [:],
    ])
    func `what names no version does not let anybody go on, and nothing is kept`(headers: [String: String]) async throws {
        let transport = StubTransport.streaming({ request in
            #expect(request.headers["Range"] == nil && request.headers["If-Range"] == nil)
            let begun = Level(true)
            let body = HTTPResponseBody {
                if !begun.value { throw TransportError(.connectionLost, url: request.url) }
                begun.send(false)
                return Data(count: 50)
            }
            return HTTPResponseStream(status: 200, headers: headers.merging(["Content-Length": "100"]) { $1 }, body: body)
        })
        for _ in 1...2 {
            await #expect(throws: TransportError.self) { try await Download(url, to: destination, transport: transport).run() }
            #expect(left == [])
        }
    }

    @Test(arguments: [
        "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"x\"><html/>", "<!-- hello --><!-- again -->\n<!doctype html>",
        "<!DOCTYPE  HTML>",
        "<head><title>Sign in</title>", "<body onload=\"submit()\">", "<script>go()</script>", "<meta http-equiv=refresh>",
        String(repeating: " \n", count: 5000) + "<html>", "<!--" + String(repeating: "-", count: 3000) + "--><html>",
        "\u{FEFF}<html lang=en>",
    ])
    func `a page to sign in on is no file, however it begins, and what was there stays`(page: String) async throws {
        try Data("old".utf8).write(to: destination)
        for body in [Data(page.utf8), page.data(using: .utf16LittleEndian)!, page.data(using: .utf16)!] {
            let transport = StubTransport { _ in HTTPResponse(headers: ["Content-Length": "\(body.count)"], body: body) }
            await #expect {
                try await Download(url, to: destination, transport: transport).run()
            } throws: {
                if case .notUnderstood? = ($0 as? TransportError)?.reason { true } else { false }
            }
            #expect(try left == ["tiles.bin"] && Data(contentsOf: destination) == Data("old".utf8))
        }
    }

    @Test(arguments: ["text/html", "Text/HTML; charset=utf-8", "application/xhtml+xml"])
    func `what says that it is a page is one`(type: String) async throws {
        let transport = StubTransport { _ in
            HTTPResponse(headers: ["Content-Type": type, "Content-Length": "5"], body: Data("hello".utf8))
        }
        await #expect(throws: TransportError.self) { try await Download(url, to: destination, transport: transport).run() }
        let page = folder.appending(path: "page.html")
        try await Download(url, to: page, transport: transport).run()
        #expect(left == ["page.html"])
    }

    @Test(arguments: [
        "<kml><Document/></kml>", "<?xml version=\"1.0\"?><gpx/>", "<!-- a --><svg/>", "<linked/>", "<", "<!--", "{", "  ",
    ])
    func `what only begins alike is a file`(text: String) async throws {
        let transport = StubTransport { _ in
            HTTPResponse(headers: ["Content-Length": "\(text.utf8.count)"], body: Data(text.utf8))
        }
        try await Download(url, to: destination, transport: transport).run()
        #expect(try Data(contentsOf: destination) == Data(text.utf8))
    }

    @Test(arguments: [0, 70_000]) func `a message of failure is one, however long it is and whatever it begins with`(blanks: Int)
        async throws
    {
        let words = String(repeating: "out of order ", count: 10_000)
        let body = Data((String(repeating: " ", count: blanks) + "{\"error\":{\"code\":500,\"message\":\"\(words)\"}}").utf8)
        let transport = StubTransport { _ in HTTPResponse(headers: ["Content-Length": "\(body.count)"], body: body) }
        await #expect { try await Download(url, to: destination, transport: transport).run() } throws: {
            ($0 as? ServiceError)?.code == 500
        }
        #expect(left == [])
    }

    @Test func `what is no place for a file is told before anything is fetched`() async throws {
        try FileManager.default.createDirectory(at: destination, withIntermediateDirectories: true)
        for place in [destination, URL(filePath: "/dev/null")] {
            await #expect(throws: SystemError.self) { try await Download(url, to: place, transport: server.transport).run() }
        }
        #expect(server.requests.value.isEmpty && left == ["tiles.bin"])
    }

    @Test func `a link in the place of what grows is not followed`() async throws {
        let other = folder.appending(path: "other")
        try Data("old".utf8).write(to: other)
        let part = folder.appending(path: "tiles.bin.download")
        try FileManager.default.createSymbolicLink(at: part, withDestinationURL: other)
        await #expect(throws: SystemError.self) { try await download.run() }
        #expect(try Data(contentsOf: other) == Data("old".utf8) && server.requests.value.isEmpty)
    }

    @Test(arguments: [
        FileServer.Fault.noValidator, .otherValidator, .largerTotal, .smallerTotal, .otherStart, .noRange, .unknownTotal,
        .notSatisfiable,
    ])
    func `a part that does not belong to the first is never taken`(_ fault: FileServer.Fault) async throws {
        server.plan(.cut, fault)
        await #expect(throws: TransportError.self) { try await download.run() }
        try await download.run()
        #expect(try Data(contentsOf: destination) == server.contents)
        #expect(server.requests.value.map { $0.headers["Range"] != nil } == [false, true, false])
    }

    @Test func `a server that never sends the same file is given up, and may be asked again`() async throws {
        server.plan(.cut, .tooFew, .otherValidator, .notSatisfiable)
        await #expect(throws: TransportError.self) { try await download.run() }
        await #expect(throws: DownloadError.inconsistent(url: "https://example.com/tiles.bin")) { try await download.run() }
        try await download.run()
        #expect(try Data(contentsOf: destination) == server.contents)
    }

    @Test func `a part of too many bytes is refused, and none of it is kept`() async throws {
        server.plan(.cut, .tooMany)
        await #expect(throws: TransportError.self) { try await download.run() }
        await #expect {
            try await download.run()
        } throws: {
            if case .garbled? = ($0 as? TransportError)?.reason { true } else { false }
        }
        try await download.run()
        #expect(try Data(contentsOf: destination) == server.contents)
        #expect(ranges == ["bytes=50000-", "bytes=50000-"])
    }

    @Test func `a part of fewer bytes than were asked for is taken, and the rest asked for`() async throws {
        server.plan(.cut, .tooFew, .tooFew)
        await #expect(throws: TransportError.self) { try await download.run() }
        try await download.run()
        #expect(ranges == ["bytes=50000-", "bytes=75000-", "bytes=87500-"])
        #expect(try Data(contentsOf: destination) == server.contents)
    }

    @Test(arguments: [FileServer.Fault.envelope, .page, .unavailable, .compressed])
    func `an answer of failure is an error, and leaves what was there`(_ fault: FileServer.Fault) async throws {
        server.plan(.cut)
        await #expect(throws: TransportError.self) { try await download.run() }
        let before = try Data(contentsOf: folder.appending(path: "tiles.bin.download"))
        server.plan(fault)
        let error = await #expect(throws: (any Error).self) { try await download.run() }
        #expect(!"\(error!)".contains("secret"))
        #expect(try Data(contentsOf: folder.appending(path: "tiles.bin.download")) == before)
        try await download.run()
        #expect(try Data(contentsOf: destination) == server.contents)
        #expect(ranges == ["bytes=50000-", "bytes=50000-"])
    }

    @Test func `a download that brings nothing leaves nothing`() async throws {
        for fault in [FileServer.Fault.unavailable, .page, .envelope, .compressed] {
            server.plan(fault)
            await #expect(throws: (any Error).self) { try await download.run() }
            #expect(left.isEmpty)
        }
    }

    @Test func `an answer of failure says when to come again`() async throws {
        server.plan(.unavailable)
        await #expect { try await download.run() } throws: {
            ($0 as? ServiceError)?.transience == .transient(retryAfter: .seconds(3))
        }
    }

    @Test func `a file of JSON is a file, though it has a member that errors have`() async throws {
        server.change(to: Data((#"{"features":[],"error":{"code":1}}"# + String(repeating: " ", count: 70_000)).utf8))
        try await download.run()
        #expect(try Data(contentsOf: destination) == server.contents)
    }

    @Test func `a web page is a file where one is wanted`() async throws {
        server.plan(.page)
        let page = folder.appending(path: "page.html")
        try await Download(url, to: page, transport: server.transport).run()
        #expect(String(decoding: try Data(contentsOf: page), as: UTF8.self).contains("Sign in"))
    }

    @Test func `a token that is refused midway is renewed`() async throws {
        let credential = RenewableCredential()
        server.plan(.cut, .tokenExpired)
        let download = Download(url, to: destination, transport: server.transport, credential: credential)
        await #expect(throws: TransportError.self) { try await download.run() }
        try await download.run()
        #expect(try Data(contentsOf: destination) == server.contents)
        #expect(server.requests.value.map { $0.headers["X-Esri-Authorization"] } == ["Bearer 1", "Bearer 1", "Bearer 2"])
    }

    @Test func `what was written beyond the note is cut off`() async throws {
        server.plan(.cut)
        await #expect(throws: TransportError.self) { try await download.run() }
        let part = destination.appendingPathExtension("download")
        try (Data(contentsOf: part) + Data("half a part".utf8)).write(to: part)
        try await download.run()
        #expect(try Data(contentsOf: destination) == server.contents)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"length":-1,"version":"\"v1\""}"#, #"{"length":1e300,"version":"x"}"#,
        #"{"length":50000,"total":1,"version":"\"v1\""}"#,
    ])
    func `a note that makes no sense is no note`(_ note: String) async throws {
        server.plan(.cut)
        await #expect(throws: TransportError.self) { try await download.run() }
        try Data(note.utf8).write(to: folder.appending(path: "tiles.bin.download.json"))
        try await download.run()
        #expect(try Data(contentsOf: destination) == server.contents)
    }

    @Test func `a wrong size and a failed check remove the file and say so`() async throws {
        struct Wrong: Error {}
        await #expect(throws: DownloadError.self) {
            try await Download(url, to: destination, expectedSize: 999, transport: server.transport).run()
        }
        await #expect(throws: Wrong.self) { try await download.run(verify: { _ in throw Wrong() }) }
        #expect(left.isEmpty)
    }

    @Test func `two downloads to one place do not mix`() async throws {
        let (gate, first) = (Gate(), Gate())
        let slow = StubTransport { _ in
            first.open()
            try await gate.pass()
            return HTTPResponse(body: Data("slow".utf8))
        }
        let other = Task { try await Download(url, to: destination, transport: slow).run() }
        try await first.pass()
        await #expect(throws: DownloadError.inUse(path: destination.path)) { try await download.run() }
        gate.open()
        try await other.value
        #expect(try Data(contentsOf: destination) == Data("slow".utf8))
    }

    /// Whatever the server does, what stands in the file's place is one version of it, whole.
    @Test(arguments: 1...UInt64(rounds(15, long: 60)))
    func `faults in any order leave no mixture`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var versions: Set<Data> = [server.contents]
        for _ in 0..<40 {
            for _ in 0..<3 { server.plan(FileServer.Fault.allCases.randomElement(using: &random)!) }
            var download = download
            download.durableStretch = Int.random(in: 1000...120_000, using: &random)
            let isDone = (try? await download.run()) != nil
            versions.insert(server.contents)
            if isDone {
                #expect(try versions.contains(Data(contentsOf: destination)))
                try FileManager.default.removeItem(at: destination)
            }
        }
        #expect(left.allSatisfy { $0.hasPrefix("tiles.bin.download") })
    }
}

/// Gives a token, and another when that is refused.
private struct RenewableCredential: Credential {
    @concurrent func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
        AccessToken(rejected == nil ? "1" : "2")
    }
}
