import CairnCore
import CairnLocalServer
import CairnTasks
import Foundation

/// Requests per second of the Local Server beside a plain server of Python's asyncio, both asked for `/rest/info`.
enum LocalServerBenchmark {
    private static let peerScript = """
        import asyncio, json, sys
        from urllib.parse import urlsplit, parse_qs
        async def serve(reader, writer):
            try:
                while True:
                    first, *fields = (await reader.readuntil(b"\\r\\n\\r\\n")).decode("latin-1").split("\\r\\n")[:-2]
                    method, target, version = first.split(" ")
                    headers = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
                    url = urlsplit(target)
                    if url.path == "/arcgis/rest/info" and parse_qs(url.query).get("f") == ["json"] and "host" in headers:
                        info = {"authInfo": {"isTokenBasedSecurity": False}, "currentVersion": 11.3, "fullVersion": "11.3.0"}
                        status, body = "200 OK", json.dumps(info).encode()
                    else:
                        status, body = "404 Not Found", b""
                    head = f"HTTP/1.1 {status}\\r\\nContent-Type: application/json\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n"
                    writer.write(head.encode() + body)
                    await writer.drain()
            except (asyncio.IncompleteReadError, ConnectionError):
                writer.close()
        async def main():
            server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=512)
            print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
            await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        asyncio.run(main())
        """

    static func run() async throws -> [Measurement] {
        let own = try ChildProcess(["--serve-local"])
        defer { own.end() }
        let ownAddress = try own.line()
        let peer = try ChildProcess(["python3", "-c", peerScript], program: "/usr/bin/env")
        defer { peer.end() }
        let peerAddress = try peer.line()
        var measurements: [Measurement] = []
        for width in [1, 64] {
            let name = "Local Server, \(width == 1 ? "one request after the other" : "\(width) requests at once")"
            guard !peerAddress.isEmpty else {
                let ours = try await rate(ownAddress, width)
                measurements.append(Measurement(name, ours, unit: "/s", peer: "no Python", atMost: .infinity))
                continue
            }
            let (ours, theirs) = try await medians {
                try await rate(ownAddress, width)
            } _: {
                try await rate(peerAddress, width)
            }
            // One after the other both wait for the system only: within what two runs of one server differ by.
            measurements.append(
                Measurement(
                    name: name, value: ours, unit: "/s",
                    peer: "≥ 1 × asyncio (\(Int(rounding: theirs) ?? 0) /s): \(String(format: "%.2f", ours / theirs)) ×",
                    isWithinBound: ours >= (width == 1 ? 0.9 : 1) * theirs))
        }
        return measurements
    }

    /// Requests per second, by `wrk` where it is installed, else by the own client.
    private static func rate(_ server: String, _ width: Int) async throws -> Double {
        let address = "\(server)/arcgis/rest/info?f=json"
        let script = "wrk -t1 -c\(width) -d2 '\(address)' | sed -n 's/Requests.sec: *//p'"
        let wrk = try ChildProcess(["-c", script], program: "/bin/sh")
        defer { wrk.end() }
        if let rate = Double(try wrk.line()) { return rate }
        return try await TransportBenchmark.rate(PlatformTransport(), URL(string: address)!, width, width == 1 ? 3000 : 20_000)
    }

    /// What a child process does; false if this is none.
    static func runAsChild() async throws -> Bool {
        guard CommandLine.arguments.dropFirst() == ["--serve-local"] else { return false }
        let server = LocalServer(locators: [:])
        print(try await server.start().absoluteString)
        fflush(nil)
        while readLine() != nil {}
        await server.stop()
        return true
    }
}
