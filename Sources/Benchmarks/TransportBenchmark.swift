import CairnCore
import CairnTasks
import CairnTesting
import Foundation

/// Requests per second beside aiohttp, and the memory of a large download.
enum TransportBenchmark {
    private static let size = 300 << 20

    static func run() async throws -> [Measurement] {
        let server = try ChildProcess(["--serve"])
        defer { server.end() }
        let url = URL(string: try server.line())!
        return try await requests(AiohttpClient(), url) + memory(url)
    }

    private static func requests(_ peer: AiohttpClient?, _ url: URL) async throws -> [Measurement] {
        let (transport, url) = (PlatformTransport(), peer?.server ?? url.appending(path: "ok"))
        defer { peer?.end() }
        var measurements: [Measurement] = []
        for (name, width, count) in [("one after the other", 1, 3000), ("64 at once", 64, 20_000)] {
            let ours = { try await rate(transport, url, width, count) }
            guard let peer else {
                measurements.append(
                    Measurement("GET, \(name)", try await ours(), unit: "/s", peer: "no Python with aiohttp", atMost: .infinity))
                continue
            }
            let (own, theirs) = try await medians(ours) { try peer.rate(width, count) }
            measurements.append(
                Measurement(
                    name: "GET, \(name)", value: own, unit: "/s",
                    peer: "≥ 1 × aiohttp (\(Int(rounding: theirs) ?? 0) /s): \(String(format: "%.2f", own / theirs)) ×",
                    isWithinBound: own >= theirs))
        }
        return measurements
    }

    /// Requests per second, so many at once.
    static func rate(_ transport: any HTTPTransport, _ url: URL, _ width: Int, _ count: Int) async throws -> Double {
        let time = try await seconds {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<width {
                    group.addTask {
                        for _ in 0..<(count / width) {
                            guard try await transport.send(HTTPRequest(.get, url)).status == 200 else {
                                throw CancellationError()
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        return Double(count / width * width) / time
    }

    /// In a process of its own, whose peak is that of the download.
    private static func memory(_ url: URL) throws -> [Measurement] {
        try ["ranges", "whole"].map { kind in
            let file = FileManager.default.temporaryDirectory.appending(path: "cairn-benchmark-\(UUID())")
            defer { try? FileManager.default.removeItem(at: file) }
            let child = try ChildProcess(["--download", url.appending(path: kind).absoluteString, file.path])
            let peak = Double(try child.line()).map { $0 / 1_048_576 }
            child.end()
            return Measurement(
                "download of 300 MB, \(kind == "ranges" ? "in ranges" : "without ranges"): memory", peak, unit: "MB",
                peer: "≤ 40 MB",
                atMost: 40)
        }
    }

    /// What a child process does; false if this is none.
    static func runAsChild() async throws -> Bool {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case ("--serve", 1): try serve()
        case ("--download", 3):
            try await download(URL(string: CommandLine.arguments[2])!, URL(filePath: CommandLine.arguments[3]))
        default: return false
        }
        return true
    }

    private static func serve() throws {
        let chunk = ScriptedStep.send(Data(count: 1 << 20))
        let server = try ScriptedServer { request in
            if request.path == "/ok" { return [.answer(200, body: Data("ok".utf8))] }
            let from = request.headers["range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
            // Cut twice: at a third, and at two thirds.
            let end = request.path == "/ranges" ? min(size, (from / (100 << 20) + 1) * (100 << 20)) : size
            let head =
                from == 0
                ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(from)-\(size - 1)/\(size)\r\n"
            let steps = [ScriptedStep.send(head + "ETag: \"1\"\r\nContent-Length: \(size - from)\r\n\r\n")]
            return steps + Array(repeating: chunk, count: (end - from) >> 20) + (end < size ? [.close] : [])
        }
        print(server.url.absoluteString)
        fflush(nil)
        while readLine() != nil {}
        server.stop()
    }

    private static func download(_ url: URL, _ file: URL) async throws {
        while true {
            do {
                try await Download(url, to: file).run()
                break
            } catch let error as TransportError where error.reason == .connectionLost {}
        }
        guard try FileDescriptor(file.path, O_RDONLY).size() == size else { throw CancellationError() }
        print(Memory.peak ?? 0)
    }
}
