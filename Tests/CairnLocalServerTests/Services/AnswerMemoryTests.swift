import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnLocalServer

/// What answers take, and that nothing of it stays.
@Suite(.timeLimit(.minutes(10)))
struct AnswerMemoryTests {
    @Test func `answers grow together up to a limit, one alone without any, and what is let go is given back`() throws {
        let memory = AnswerMemory(limit: 100)
        do {
            var one = AnswerMemory.Share(of: memory)
            try one.grow(to: 500)
            try one.grow(to: 40)
            var other = AnswerMemory.Share(of: memory)
            try other.grow(to: 60)
            #expect(throws: AnswerMemory.Full.self) { try other.grow(to: 61) }
            #expect(memory.size == 101)
        }
        #expect(memory.size == 0)
        memory.hasUnread(100)
        var late = AnswerMemory.Share(of: memory)
        #expect(throws: AnswerMemory.Full.self) { try late.grow(to: 1) }
        memory.hasUnread(-100)
        try late.grow(to: 1)
    }

    private func served(_ limits: ServerLimits = ServerLimits()) async throws -> ServedFeatures {
        try await ServedFeatures(
            [(SampleFeatures.definition("Things", .polygon), SampleFeatures.features(3000, .polygon))], maxRecordCount: 3000,
            limits: limits)
    }

    @Test func `who asks for features while too many wait to be read is told to come again`() async throws {
        var limits = ServerLimits()
        limits.unreadSize = 1000
        let served = try await served(limits)
        served.server.memory.hasUnread(1000)
        let refused = try await served.response("/0/query", ["outFields": "*"])
        #expect(refused.status == 503 && refused.headers["retry-after"] == "1")
        served.server.memory.hasUnread(-1000)
        #expect(try await served.features("/0/query").features.count == 3000)
        #expect(served.server.memory.size == 0)
    }

    #if os(Linux)
        @Test func `of clients that ask for much, do not read and go, nothing stays`() async throws {
            let served = try await served()
            try await served.listening { base in
                let port = try #require(URL(string: base)?.port)
                for round in 0..<3 {
                    let clients = try (0..<20).map { _ in try RawConnection(port: port, buffer: 4096) }
                    let path = "/arcgis/rest/services/Town/FeatureServer/0/query?where=1%3D1&outFields=*&f=json"
                    for client in clients { client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") }
                    // Some of them go before they have been answered.
                    for client in clients.dropFirst(round * 7) { _ = await client.receive(until: "\r\n\r\n") }
                }
                while served.connectionCount > 0 { await Task.yield() }
                // Answers that nobody waits for end a little later.
                while served.server.memory.size > 0 { await Task.yield() }
                // SQLite keeps the descriptors of readers for the next ones, as long as somebody has the file open for writing: as many as
                // there were at once.
                #expect(try served.openFiles <= 25)
            }
        }
    #endif
}

#if os(Linux)
    extension ServedFeatures {
        fileprivate var connectionCount: Int { server.running.withLock(\.self)?.connectionCount ?? 0 }

        /// How many descriptors lead to the file.
        fileprivate var openFiles: Int {
            get throws {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
                    return target?.hasPrefix(folder.path) == true && target?.hasSuffix(".gpkg") == true
                }
            }
        }
    }
#endif
