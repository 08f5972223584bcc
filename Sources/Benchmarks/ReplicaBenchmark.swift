import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import Foundation

/// 100,000 places as a geodatabase that is kept in step with its service, beside the plain export of the same layer by the same server.
enum ReplicaBenchmark {
    private static let count = 100_000

    static func run() async throws -> [Measurement] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-replicas-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "places.gpkg")
        try await FeatureSample.write(count, to: file, hasGlobalIDs: true)
        let server = try ChildProcess(["--serve-replicas", file.path])
        defer { server.end() }
        let service = try server.line() + "/arcgis/rest/services/places/FeatureServer"
        // One of each before the memory counts, and the tracking of changes begins.
        _ = (try generate(service, folder), try export(service, folder))
        var peaks = (client: 0.0, making: 0.0, exporting: 0.0)
        let (replicas, exports) = try await medians {
            _ = try server.ask()
            let own = try generate(service, folder)
            peaks = (max(peaks.client, own.peak), max(peaks.making, Double(try server.ask()) ?? 0), peaks.exporting)
            return own.rate
        } _: {
            _ = try server.ask()
            let rate = try export(service, folder).rate
            peaks.exporting = max(peaks.exporting, Double(try server.ask()) ?? 0)
            return rate
        }
        return [
            Measurement(
                name: "features as a geodatabase in step with its service", value: replicas, unit: "/s",
                peer: String(format: "≥ 0.8 × the plain export (%.0f /s): %.2f ×", exports, replicas / exports),
                isWithinBound: replicas >= 0.8 * exports),
            Measurement("the most memory of these", peaks.client / 1e6, unit: "MB", peer: "≤ 150 MB", atMost: 150),
            Measurement(
                "the most memory of the server meanwhile", peaks.making > 0 ? peaks.making / 1e6 : nil, unit: "MB",
                peer: String(format: "≤ 150 MB (%.0f MB while it answers queries)", peaks.exporting / 1e6), atMost: 150),
        ]
    }

    private static func generate(_ service: String, _ folder: URL) throws -> (rate: Double, peak: Double) {
        try child("--generate-replica", service, folder.appending(path: "replica.gpkg"))
    }

    private static func export(_ service: String, _ folder: URL) throws -> (rate: Double, peak: Double) {
        try child("--export-replicated", service + "/0", folder.appending(path: "export.gpkg"))
    }

    /// In a process of its own, from its start to its end.
    private static func child(_ name: String, _ address: String, _ output: URL) throws -> (rate: Double, peak: Double) {
        try? FileManager.default.removeItem(at: output)
        var told = ""
        let time = try seconds {
            let child = try ChildProcess([name, address, output.path])
            told = try child.line()
            child.end()
        }
        let numbers = told.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2, numbers[0] == Double(count) else { throw CocoaError(.fileReadCorruptFile) }
        return (Double(count) / time, numbers[1])
    }

    // MARK: - Children

    /// What a child process does; false if this is none.
    static func runAsChild() async throws -> Bool {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let name = arguments.first else { return false }
        switch (name, arguments.count) {
        case ("--serve-replicas", 2): try await serve(URL(filePath: arguments[1]))
        case ("--generate-replica", 3): try await generate(URL(string: arguments[1])!, URL(filePath: arguments[2]))
        case ("--export-replicated", 3): try await export(URL(string: arguments[1])!, URL(filePath: arguments[2]))
        default: return false
        }
        return true
    }

    /// Answers each line with the most memory since the one before.
    private static func serve(_ file: URL) async throws {
        let features = PublishedFeatures(Geodatabase(fileURL: file), isEditable: true, isSyncEnabled: true)
        let server = LocalServer(features: ["places": features])
        print(try await server.start().absoluteString)
        fflush(nil)
        while readLine() != nil {
            print(Memory.peak ?? 0)
            fflush(nil)
            Memory.forgetPeak()
        }
        await server.stop()
    }

    private static func generate(_ service: URL, _ output: URL) async throws {
        let parameters = GenerateGeodatabaseParameters()
        let work = GenerateGeodatabaseWork(service: try ServiceURL(service), parameters: parameters, output: output)
        _ = try await Job(work, services: ServiceAccess(credentials: CredentialStore())).run()
        let peak = Memory.peak ?? 0
        // Counting is no part of the work, nor is its memory.
        print(try await rows(output), peak)
        fflush(nil)
    }

    private static func rows(_ file: URL) async throws -> Int {
        let geodatabase = Geodatabase(fileURL: file, isReadOnly: true)
        try await geodatabase.load()
        guard let table = geodatabase.tables.first, geodatabase.tables.count == 1 else { return 0 }
        return try await table.queryFeatureCount(using: QueryParameters())
    }

    private static func export(_ layer: URL, _ output: URL) async throws {
        let table = ServiceFeatureTable(url: layer)
        let work = FeatureExportWork(source: .service(try ServiceURL(layer)), output: output, format: .geoPackage)
        let summary = try await Job(work, services: FeatureServices { _ in table }).run()
        print(summary.features, Memory.peak ?? 0)
        fflush(nil)
    }
}
