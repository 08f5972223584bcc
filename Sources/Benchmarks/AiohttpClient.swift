import Foundation

/// The peer of the transport: Python's aiohttp, and a server of Python's asyncio that both of them ask, for it is faster than either.
struct AiohttpClient {
    private static let serverScript = """
        import asyncio, sys, threading
        ANSWER = b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"
        class Connection(asyncio.Protocol):
            def connection_made(self, transport):
                self.transport, self.received = transport, b""
            def data_received(self, data):
                self.received += data
                count = self.received.count(b"\\r\\n\\r\\n")
                if count:
                    self.received = b""
                    self.transport.write(ANSWER * count)
        async def main():
            loop = asyncio.get_running_loop()
            server = await loop.create_server(Connection, "127.0.0.1", 0, backlog=512)
            print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/ok", flush=True)
            await loop.run_in_executor(None, sys.stdin.read)
        asyncio.run(main())
        """

    private static let clientScript = """
        import asyncio, sys, time, aiohttp
        url, width, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        async def worker(session, count):
            for _ in range(count):
                async with session.get(url) as answer:
                    await answer.read()
                    assert answer.status == 200
        async def main():
            async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=width)) as session:
                await worker(session, 1)
                start = time.perf_counter()
                await asyncio.gather(*[worker(session, count // width) for _ in range(width)])
                print(count // width * width / (time.perf_counter() - start))
        asyncio.run(main())
        """

    /// What both of them ask.
    let server: URL
    private let process: ChildProcess

    /// Nil where there is no Python with aiohttp.
    init?() {
        guard let probe = try? Self.python("import aiohttp; print(1)") else { return nil }
        defer { probe.end() }
        guard (try? probe.line()) == "1", let process = try? Self.python(Self.serverScript), let line = try? process.line(),
            let server = URL(string: line)
        else { return nil }
        (self.server, self.process) = (server, process)
    }

    private static func python(_ script: String, _ arguments: String...) throws -> ChildProcess {
        try ChildProcess(["python3", "-c", script] + arguments, program: "/usr/bin/env")
    }

    /// Requests per second, so many at once.
    func rate(_ width: Int, _ count: Int) throws -> Double {
        let client = try Self.python(Self.clientScript, server.absoluteString, "\(width)", "\(count)")
        defer { client.end() }
        return Double(try client.line()) ?? 0
    }

    /// Ends the server.
    func end() {
        process.end()
    }
}
