#if os(Linux)
    import CairnTasks
    import CairnTesting
    import Foundation
    import Testing

    /// Clients that send anything and leave in any way, at a server in a process of its own.
    @Suite(.timeLimit(.minutes(60)))
    struct HostileClientTests {
        /// What the server's process holds.
        private struct Footprint {
            let descriptors: Int
            let memory: Int

            init(_ process: Int32) throws {
                descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
                let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
                let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS") })
                memory = try #require(line.split(separator: " ").compactMap { Int($0) }.first) * 1024
            }
        }

        /// Streams of bytes of one generator, each sent and ended in a way of its own; honest clients in between.
        private static func attack(_ port: Int, seed: UInt64, count: Int) async throws {
            var generator = SeededGenerator(seed: seed)
            var kept: [RawConnection] = []
            for round in 0..<count {
                let connection = try RawConnection(port: port)
                connection.send(HostileStream(using: &generator).bytes)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: connection.reset()
                case 1: connection.finishSending()
                case 2:
                    connection.finishSending()
                    kept.append(connection)
                case 3: kept.append(connection)
                default: break
                }
                if kept.count > 20 { kept.removeFirst() }
                if round % 100 == 0 { try await expectAnswer(port) }
            }
        }

        private static func expectAnswer(_ port: Int) async throws {
            let url = URL(string: "http://127.0.0.1:\(port)/arcgis/rest/info?f=json")!
            #expect(try await PlatformTransport().send(HTTPRequest(.get, url, timeout: nil)).status == 200)
        }

        private func attack(_ port: Int, seed: UInt64, count: Int) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<4 { group.addTask { try await Self.attack(port, seed: seed + UInt64(task), count: count / 4) } }
                try await group.waitForAll()
            }
        }

        @Test func `descriptors and memory come back, whatever was sent, and others are answered meanwhile`() async throws {
            let tool = try Tool()
            try tool.makeDemoTown(addresses: 60)
            let (running, output, port) = try await tool.serve(tool.process(["serve", "town/town.locator", "--port", "0"]))
            let process = running.process.processIdentifier
            let count = rounds(1000, long: 50_000)
            // What is made once, and what an allocator keeps for later, is there after the first half.
            try await attack(port, seed: 1, count: count)
            let before = try Footprint(process)
            try await attack(port, seed: 1_000_000, count: count)
            // The server's watch ends those whose client has gone.
            while try Footprint(process).descriptors > before.descriptors + 4 { try await Self.expectAnswer(port) }
            let after = try Footprint(process)
            #expect(after.memory < before.memory + 24 << 20, "\(before.memory >> 20) MB, then \(after.memory >> 20) MB")
            kill(process, SIGTERM)
            #expect(await running.end() == 0)
            withExtendedLifetime(output) {}
        }
    }
#endif
