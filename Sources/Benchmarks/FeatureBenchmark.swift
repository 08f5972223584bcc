import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import Foundation

/// 100,000 places with nine attributes: read beside Python's json, and fetched into a GeoPackage beside GDAL's ogr2ogr, each from the same server.
enum FeatureBenchmark {
    private static let count = 100_000

    static func run() async throws -> [Measurement] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-features-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "places.gpkg")
        try await FeatureSample.write(count, to: file)
        return try await decoding(file, folder) + exporting(file, folder)
    }

    // MARK: - Decoding

    private static func decoding(_ file: URL, _ folder: URL) async throws -> [Measurement] {
        let (json, buffers) = try await FeatureSample.encoded(file)
        let text = folder.appending(path: "places.json")
        try Data(json).write(to: text)
        let (ours, pbf) = try await medians {
            Double(count) / (try seconds { try expect(FeatureSample.read(json: json)) })
        } _: {
            Double(count) / (try seconds { try expect(FeatureSample.read(buffers: buffers)) })
        }
        let megabytes = Double(json.count) / 1e6
        let speed = ours / Double(count) * megabytes
        let python = PythonPeer.rate(pythonScript, text.path).map { megabytes / $0 }
        return [
            Measurement(
                name: "features in JSON, decoded on one core", value: speed, unit: "MB/s",
                peer:
                    "≥ 150 MB/s, ≥ 2 × Python's json\(python.map { ": \(times(speed / $0)) (\(Int(rounding: $0) ?? 0))" } ?? "")",
                isWithinBound: speed >= 150 && python.map { speed >= 2 * $0 } ?? true),
            Measurement(
                name: "features in Protocol Buffers, decoded on one core", value: pbf, unit: "/s",
                peer: "≥ 2 × our JSON (\(Int(rounding: ours) ?? 0) /s): \(times(pbf / ours))", isWithinBound: pbf >= 2 * ours),
        ]
    }

    private static func expect(_ read: Int) throws {
        guard read == count else { throw CocoaError(.fileReadCorruptFile) }
    }

    private static func times(_ ratio: Double) -> String { String(format: "%.2f ×", ratio) }

    /// How long it takes, the best of five.
    private static let pythonScript = """
        import json, sys, time
        text = open(sys.argv[1], "rb").read()
        def once():
            start = time.perf_counter()
            assert len(json.loads(text)["features"]) == 100000
            return time.perf_counter() - start
        print(min(once() for _ in range(5)))
        """

    // MARK: - Exporting

    private static func exporting(_ file: URL, _ folder: URL) async throws -> [Measurement] {
        let server = try ChildProcess(["--serve-features", file.path])
        defer { server.end() }
        let live = try server.line() + "/arcgis/rest/services/places/FeatureServer/0"
        let replay = try ChildProcess(["python3", "-c", replayScript, live], program: "/usr/bin/env")
        defer { replay.end() }
        let recorded = try replay.line()
        guard try ogr2ogr(live, folder) != nil, !recorded.isEmpty else {
            let own = try export(live, folder, "json")
            return [Measurement("features into a GeoPackage", own.rate, unit: "/s", peer: "no ogr2ogr", atMost: .infinity)]
        }
        var measurements: [Measurement] = []
        var peak = 0.0
        for (name, address, bound) in [("its server", live, 1.2), ("recorded answers", recorded, 2)] {
            let (ours, theirs) = try await medians {
                let own = try export(address, folder, "json")
                peak = max(peak, own.peak)
                return own.rate
            } _: {
                try ogr2ogr(address, folder) ?? 0
            }
            measurements.append(
                Measurement(
                    name: "features in JSON into a GeoPackage, from \(name)", value: ours, unit: "/s",
                    peer: "≥ \(bound) × ogr2ogr (\(Int(rounding: theirs) ?? 0) /s): \(times(ours / theirs))",
                    isWithinBound: ours >= bound * theirs))
        }
        let buffers = try export(live, folder, "any")
        measurements.append(
            Measurement("the same as the layer offers it, from its server", buffers.rate, unit: "/s", peer: "", atMost: .infinity)
        )
        return measurements + [
            Measurement("the most memory of these", max(peak, buffers.peak) / 1e6, unit: "MB", peer: "≤ 150 MB", atMost: 150)
        ]
    }

    private static func ogr2ogr(_ layer: String, _ folder: URL) throws -> Double? {
        let output = folder.appending(path: "theirs.gpkg")
        try? FileManager.default.removeItem(at: output)
        let query = "where=1%3D1&outFields=*&orderByFields=OBJECTID&resultRecordCount=2000&f=json"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["ogr2ogr", "-f", "GPKG", output.path, "ESRIJSON:\(layer)/query?\(query)"]
        process.standardError = FileHandle.nullDevice
        let time = try seconds {
            try process.run()
            process.waitUntilExit()
        }
        return process.terminationStatus == 0 ? Double(count) / time : nil
    }

    /// In a process of its own, from its start to its end, as the other.
    private static func export(_ layer: String, _ folder: URL, _ format: String) throws -> (rate: Double, peak: Double) {
        let output = folder.appending(path: "ours.gpkg")
        try? FileManager.default.removeItem(at: output)
        var told = ""
        let time = try seconds {
            let child = try ChildProcess(["--export-features", layer, output.path, format])
            told = try child.line()
            child.end()
        }
        let numbers = told.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2, numbers[0] == Double(count) else { throw CocoaError(.fileReadCorruptFile) }
        return (Double(count) / time, numbers[1])
    }

    /// Answers each question as it was answered when it was asked first.
    private static let replayScript = """
        import asyncio, sys, urllib.request
        from urllib.parse import urlsplit
        base = urlsplit(sys.argv[1])
        known = {}
        def fetch(method, target, body):
            request = urllib.request.Request(f"http://{base.netloc}{target}", data=body or None, method=method)
            with urllib.request.urlopen(request) as answer:
                return answer.headers["Content-Type"], answer.read()
        async def serve(reader, writer):
            try:
                while True:
                    first, *fields = (await reader.readuntil(b"\\r\\n\\r\\n")).decode("latin-1").split("\\r\\n")[:-2]
                    method, target, version = first.split(" ")
                    headers = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
                    body = await reader.readexactly(int(headers.get("content-length", 0)))
                    key = (method, target, body)
                    if key not in known:
                        known[key] = await asyncio.get_running_loop().run_in_executor(None, fetch, *key)
                    kind, content = known[key]
                    head = f"HTTP/1.1 200 OK\\r\\nContent-Type: {kind}\\r\\nContent-Length: {len(content)}\\r\\n\\r\\n"
                    writer.write(head.encode())
                    writer.write(content)
                    await writer.drain()
            except (asyncio.IncompleteReadError, ConnectionError):
                writer.close()
        async def main():
            server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=512)
            print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}{base.path}", flush=True)
            await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        asyncio.run(main())
        """

    // MARK: - Children

    /// What a child process does; false if this is none.
    static func runAsChild() async throws -> Bool {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "--serve-features" where arguments.count == 2: try await serve(URL(filePath: arguments[1]))
        case "--export-features" where arguments.count == 4:
            try await export(URL(string: arguments[1])!, URL(filePath: arguments[2]), isPlain: arguments[3] == "json")
        default: return false
        }
        return true
    }

    private static func serve(_ file: URL) async throws {
        let geodatabase = Geodatabase(fileURL: file, isReadOnly: true)
        let server = LocalServer(features: ["places": PublishedFeatures(geodatabase)])
        print(try await server.start().absoluteString)
        fflush(nil)
        while readLine() != nil {}
        await server.stop()
    }

    private static func export(_ layer: URL, _ output: URL, isPlain: Bool) async throws {
        let transport: any HTTPTransport = isPlain ? PlainFeatures(base: .standard) : .standard
        let table = ServiceFeatureTable(url: layer, transport: transport)
        let work = FeatureExportWork(source: .service(try ServiceURL(layer)), output: output, format: .geoPackage)
        let summary = try await Job(work, services: FeatureServices { _ in table }).run()
        print(summary.features, Memory.peak ?? 0)
        fflush(nil)
    }
}

/// Hides from clients that a layer has Protocol Buffers.
private struct PlainFeatures: HTTPTransport {
    let base: any HTTPTransport

    @concurrent
    func stream(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) async throws -> HTTPResponseStream {
        let answer = try await base.stream(request, sent: sent)
        guard !request.url.path.hasSuffix("/query") else { return answer }
        let whole = try await answer.collected()
        let body = String(decoding: whole.body, as: UTF8.self).replacing(", PBF", with: "")
        return HTTPResponseStream(
            HTTPResponse(status: whole.status, headers: whole.headers, body: Data(body.utf8), url: whole.url))
    }
}
