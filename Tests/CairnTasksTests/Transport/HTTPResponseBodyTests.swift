import CairnCore
import CairnTasks
import Foundation
import Testing

struct HTTPResponseBodyTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    var file: URL { folder.appending(path: "file") }
    private var left: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func body(_ pieces: [String], failing: Bool = false) -> HTTPResponseBody {
        let rest = Level(pieces)
        return HTTPResponseBody {
            guard let piece = rest.value.first else {
                if failing { throw TransportError(.connectionLost, url: nil) }
                return nil
            }
            rest.send(Array(rest.value.dropFirst()))
            return Data(piece.utf8)
        }
    }

    @Test func `a body is written to a file, which stands alone in its place`() async throws {
        try Data("old".utf8).write(to: file)
        let counts = Level<[Int]>([])
        let count = try await body(["a", "", "bc"]).write(to: file) { counts.send(counts.value + [$0]) }
        #expect(try String(contentsOf: file, encoding: .utf8) == "abc")
        #expect(count == 3 && counts.value == [1, 1, 3] && left == ["file"])
    }

    @Test func `a body that fails leaves what was there`() async throws {
        try Data("old".utf8).write(to: file)
        await #expect(throws: TransportError.self) { try await body(["new"], failing: true).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == "old" && left == ["file"])
    }

    @Test func `a place where no file can be is told as that`() async {
        await #expect(throws: SystemError.self) { try await body(["a"]).write(to: folder.appending(path: "none/file")) }
        await #expect(throws: SystemError.self) { try await body(["a"]).write(to: folder) }
    }

    @Test func `what one reader has got no other gets`() async throws {
        let body = body(["a", "b"])
        for try await piece in body {
            #expect(piece == Data("a".utf8))
            break
        }
        #expect(try await body.collected() == Data("b".utf8))
        #expect(try await body.collected().isEmpty)
    }
}
