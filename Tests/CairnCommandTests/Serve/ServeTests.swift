#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnTasks
    import CairnTesting
    import Foundation
    import Testing

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// `cairn serve` as a process.
    @Suite(.timeLimit(.minutes(10)))
    struct ServeTests {
        let tool: Tool

        init() throws { tool = try Tool() }

        private func answer(_ port: Int) async throws -> Int {
            let url = URL(string: "http://127.0.0.1:\(port)/arcgis/rest/info?f=json")!
            return try await PlatformTransport().send(HTTPRequest(.get, url, timeout: nil)).status
        }

        @Test(arguments: [SIGTERM, SIGINT]) func `from the moment it tells its address a signal ends it in order`(signal: Int32)
            async throws
        {
            try tool.makeDemoTown(addresses: 60)
            for _ in 0..<20 {
                let (running, output, _) = try await tool.serve(tool.asFromShell(["serve", "town/town.locator", "--port", "0"]))
                kill(running.process.processIdentifier, signal)
                #expect(await running.end() == 0)
                #expect(running.process.terminationReason == .exit)
                withExtendedLifetime(output) {}
            }
        }

        /// Somebody who has a thread for himself: what is under way has some seconds only, in which those of tasks may have other things to do.
        private actor Impatience {
            private let executor = QueueExecutor("cairn.tests.impatience")
            nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

            /// Once, and again as soon as the server takes nobody any more.
            func signalTwice(_ process: Int32, _ signal: Int32, _ port: Int) {
                kill(process, signal)
                while (try? RawConnection(port: port)) != nil { sched_yield() }
                kill(process, signal)
            }
        }

        @Test(arguments: [SIGTERM, SIGINT]) func `the second signal ends it at once`(signal: Int32) async throws {
            try tool.makeDemoTown(addresses: 60)
            let (running, output, port) = try await tool.serve(tool.asFromShell(["serve", "town/town.locator", "--port", "0"]))
            // Something is under way, and does not end.
            let connection = try RawConnection(port: port)
            connection.send("POST /arcgis/rest/info HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc")
            _ = try await answer(port)
            await Impatience().signalTwice(running.process.processIdentifier, signal, port)
            #expect(await running.end() == 128 + signal)
            withExtendedLifetime((output, connection)) {}
        }

        @Test func `with few descriptors it serves whom it can, and all again when those have gone`() async throws {
            try tool.makeDemoTown(addresses: 60)
            let process = tool.process([])
            let program = process.executableURL!.path
            // What else this process has open is not for it.
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = [
                "-c", "for n in {3..200}; do eval \"exec $n>&-\"; done; ulimit -n 64; exec \"$0\" \"$@\"", program, "serve",
                "town/town.locator", "--port", "0",
            ]
            let (running, output, port) = try await tool.serve(process)
            let first = try RawConnection(port: port)
            var clients: [RawConnection]? = try (0..<100).map { _ in try RawConnection(port: port) }
            let request = "GET /arcgis/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\n\r\n"
            first.send(request)
            #expect(await first.receive(until: "authInfo").hasPrefix("HTTP/1.1 200 "))
            for client in clients!.suffix(80) { client.send("GET /arc") }
            clients = nil
            for _ in 0..<100 { #expect(try await answer(port) == 200) }
            kill(running.process.processIdentifier, SIGTERM)
            #expect(await running.end() == 0)
            withExtendedLifetime((first, output)) {}
        }
    }
#endif
