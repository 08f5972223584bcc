#if os(Linux)
    import CairnCore
    import CairnTesting
    import Dispatch
    import Foundation
    import Glibc
    import Testing

    @testable import CairnTasks

    @Suite(.timeLimit(.minutes(10)))
    struct CurlTransportTests {
        let transport = CurlTransport()

        @Test func `curl keeps the contract`() async throws {
            let server = try ScriptedServer.contractPages()
            defer { server.stop() }
            try await HTTPTransportContract(transport, server: server.url).verify()
        }

        @Test(arguments: HTTPWireContract.Clause.allCases)
        func `curl survives servers that misbehave`(_ clause: HTTPWireContract.Clause) async throws {
            try await HTTPWireContract(transport).verify([clause])
        }

        @Test func `nobody listening is told as that`() async throws {
            await #expect {
                try await transport.send(HTTPRequest(.get, URL(string: "http://127.0.0.1:1/x?token=secret")!))
            } throws: {
                ($0 as? TransportError)?.reason == .refused && !"\($0)".contains("secret")
            }
        }

        @Test func `a host that is not there is told as that`() async throws {
            await #expect { try await transport.send(HTTPRequest(.get, URL(string: "http://no-such-host.invalid/")!)) } throws: {
                ($0 as? TransportError)?.reason == .unknownHost
            }
        }

        /// Whatever ends an exchange for its caller ends it for the server, too: nothing else would, without a time limit.
        @Test(arguments: [0, 1, 2, 3])
        func `an answer that nobody wants is broken off`(_ reason: Int) async throws {
            let chunk = ScriptedStep.sendForever(Data("8000\r\n".utf8) + Data(count: 0x8000) + Data("\r\n".utf8))
            let server = try ScriptedServer { _ in [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"), chunk] }
            let pages = try ScriptedServer.contractPages()
            defer { [server, pages].forEach { $0.stop() } }
            let limit = reason == 0 ? 1000 : Int.max
            let request = HTTPRequest(.get, server.url, timeout: nil, maximumResponseSize: limit)
            switch reason {
            case 0: await #expect(throws: TransportError.self) { try await transport.send(request) }
            case 1:
                let stream = try await transport.stream(request)
                let reader = Task { try await stream.collected() }
                await Task.yield()
                reader.cancel()
                await #expect(throws: CancellationError.self) { try await reader.value }
            case 2: for try await _ in try await transport.stream(request).body { break }
            default: _ = try await transport.stream(request)
            }
            try await broken(server, pages)
        }

        /// Waits until a server's connections are closed, as long as it takes others to be answered.
        private func broken(_ server: ScriptedServer, _ others: ScriptedServer) async throws {
            while server.openCount > 0 { _ = try await transport.send(HTTPRequest(.get, others.url.appending(path: "ok"))) }
        }

        @Test func `of hundreds at once each is answered, and no more connections are made than are allowed`() async throws {
            let server = try ScriptedServer.contractPages()
            defer { server.stop() }
            for _ in 0..<5 {
                let answered = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<300 {
                        group.addTask { try await transport.send(HTTPRequest(.get, server.url.appending(path: "ok"))).body.count }
                    }
                    return try await group.reduce(0, +)
                }
                #expect(answered == 600)
            }
            #expect(server.connectionCount <= 16)
        }

        /// With one connection, which the first request has until it is let go of.
        @Test func `waiting for a connection is not standing still, but takes time`() async throws {
            let server = try ScriptedServer.contractPages()
            defer { server.stop() }
            let transport = CurlTransport(maximumConnectionsPerHost: 1)
            let first = try await transport.stream(HTTPRequest(.get, server.url.appending(path: "begun"), timeout: nil))
            let ok = server.url.appending(path: "ok")
            let patient = Task {
                try await transport.send(HTTPRequest(.get, ok, timeout: nil, stallTimeout: .seconds(2))).status
            }
            await #expect { try await transport.send(HTTPRequest(.get, ok, timeout: .milliseconds(2500))) } throws: {
                ($0 as? TransportError)?.reason == .timedOut
            }
            let cancelled = Task { try await transport.send(HTTPRequest(.get, ok, timeout: nil)) }
            await Task.yield()
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            withExtendedLifetime(first) {}
            _ = consume first
            #expect(try await patient.value == 200)
        }

        @Test func `a caller who takes long over what has been sent holds up nobody else`() async throws {
            let server = try ScriptedServer.contractPages()
            defer { server.stop() }
            let (gate, told) = (DispatchSemaphore(value: 0), Level(0))
            let upload = HTTPRequest(.post, server.url.appending(path: "ok"), body: .data(Data(count: 10)))
            let slow = Task {
                try await transport.stream(upload) { count in
                    told.send(count)
                    gate.wait()
                }.status
            }
            for await count in told.values where count > 0 { break }
            #expect(try await transport.send(HTTPRequest(.get, server.url.appending(path: "ok"))).status == 200)
            gate.signal()
            for _ in 0..<10 { gate.signal() }
            #expect(try await slow.value == 200)
        }

        @Test func `who has no descriptors left is told that, and not that nobody answers`() async {
            await #expect(processExitsWith: .success) {
                let (server, transport) = (try ScriptedServer.contractPages(), CurlTransport())
                let request = HTTPRequest(.post, server.url.appending(path: "ok"), body: .data(Data("a".utf8)))
                _ = try await transport.send(request)
                var held: [Int32] = []
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                // Beyond those that other tests have left to this process.
                let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { UInt($0) }
                limit.rlim_cur = (numbers.max() ?? 0) + 64
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                // The first request's connection is closed on its own time; its two descriptors must not become free later.
                while server.openCount > 0 { await Task.yield() }
                for _ in 0..<1000 {
                    while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { held.append(descriptor) }
                    await Task.yield()
                }
                await #expect { try await transport.send(request) } throws: {
                    guard case .failed(let words)? = ($0 as? TransportError)?.reason else { return false }
                    return words.contains("open files")
                }
                for descriptor in held { close(descriptor) }
                #expect(try await transport.send(request).status == 200)
            }
        }

        @Test func `an answer that grows by a thousand when it is decompressed is read whole if it may be`() async throws {
            let server = try ScriptedServer { _ in [.answer(200, headers: ["Content-Encoding": "gzip"], body: Compressed.bomb)] }
            defer { server.stop() }
            #expect(try await transport.send(HTTPRequest(.get, server.url, timeout: nil)).body.count == 100_000_000)
            await #expect {
                try await transport.send(HTTPRequest(.get, server.url, timeout: nil, maximumResponseSize: 70 << 20))
            } throws: {
                ($0 as? TransportError)?.reason == .tooLarge(limit: 70 << 20)
            }
        }

        @Test func `an answer that grows by a million when it is decompressed is refused as that`() async throws {
            let server = try ScriptedServer { _ in
                [.answer(200, headers: ["Content-Encoding": "gzip, gzip"], body: Compressed.bombInBomb)]
            }
            defer { server.stop() }
            await #expect { try await transport.send(HTTPRequest(.get, server.url)) } throws: {
                if case .garbled? = ($0 as? TransportError)?.reason { true } else { false }
            }
        }

        @Test func `requests cancelled at random moments are all answered, and leave nothing behind`() async {
            // In a process of its own, so that what is left behind is theirs.
            await #expect(processExitsWith: .success) {
                let before = Footprint.now
                let watchdog = Watchdog("random cancellation", patience: 200)
                try await RandomCancellation(CurlTransport()).verify(rounds(1000, long: 20_000))
                watchdog.step()
                let after = await Footprint.settled(to: before)
                #expect(after.isNoMore(than: before), "\(before), then \(after)")
            }
        }
    }
#endif
