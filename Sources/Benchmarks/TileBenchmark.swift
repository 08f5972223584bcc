import CairnCore
import CairnGeo
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A tile package of 100,000 tiles of 10 KB, written beside a copy of the same bytes, and read at random; and one of 4 GB, opened.
enum TileBenchmark {
    private static let count = 100_000
    private static let tileSize = 10_000

    static func run() async throws -> [Measurement] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-tiles-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (package, copy) = (folder.appending(path: "town.tpkx"), folder.appending(path: "copy"))
        let size = Double(count * tileSize)
        var peak = 0.0
        // Each finds as much memory that has been let go just now: what the system has to look for takes longer.
        let (written, copied) = try await medians {
            try? FileManager.default.removeItem(at: package)
            let told = try child("--write-tiles", package, count, tileSize)
            peak = max(peak, told.peak)
            return size / told.seconds
        } _: {
            try? FileManager.default.removeItem(at: copy)
            return size / (try seconds { try Self.copy(package, to: copy) })
        }
        let read = try child("--read-tiles", package, count, tileSize)
        peak = max(peak, read.peak)
        try? FileManager.default.removeItem(at: copy)
        let opened = try await openLarge(folder)
        return [
            Measurement(
                name: "100,000 tiles of 10 KB written to a package", value: written / 1e6, unit: "MB/s",
                peer: String(format: "≥ 0.8 × a copy of its bytes (%.0f): %.2f ×", copied / 1e6, written / copied),
                isWithinBound: written >= 0.8 * copied),
            Measurement(
                name: "tiles read at random from it", value: Double(count) / read.seconds, unit: "/s", peer: "≥ 200,000 /s",
                isWithinBound: Double(count) / read.seconds >= 200_000),
            Measurement("the most anonymous memory of these", peak / 1e6, unit: "MB", peer: "≤ 20 MB", atMost: 20),
            Measurement("a package of 4 GB opened", opened * 1e3, unit: "ms", peer: "≤ 10 ms", atMost: 10),
        ]
    }

    private static func copy(_ source: URL, to target: URL) throws {
        let (source, target) = (try FileSlice(path: source.path), try FileDescriptor(target.path, O_WRONLY | O_CREAT | O_TRUNC))
        var place = 0
        while place < source.count {
            let part = try source.read(upTo: 1 << 20, at: place)
            try target.write(part)
            place += part.count
        }
        try target.synchronize()
    }

    private static func openLarge(_ folder: URL) async throws -> Double {
        let file = folder.appending(path: "large.tpkx")
        _ = try child("--write-tiles", file, 270, 15_999_999)
        return try await median {
            try await seconds { try await TileCache(fileURL: file).load() }
        }
    }

    private static func child(_ name: String, _ file: URL, _ count: Int, _ size: Int) throws -> (seconds: Double, peak: Double) {
        let child = try ChildProcess([name, file.path, "\(count)", "\(size)"])
        let numbers = try child.line().split(separator: " ").compactMap { Double($0) }
        child.end()
        guard numbers.count == 2 else { throw CocoaError(.fileReadCorruptFile) }
        return (numbers[0], numbers[1])
    }

    // MARK: - Children

    /// What a child process does; false if this is none.
    static func runAsChild() async throws -> Bool {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 4, let count = Int(arguments[2]), let size = Int(arguments[3]) else { return false }
        let file = URL(filePath: arguments[1])
        let time: Double
        switch arguments[0] {
        case "--write-tiles": time = try seconds { try write(count, size, to: file) }
        case "--read-tiles": time = try await readAll(count, size, of: file)
        default: return false
        }
        print(time, Memory.anonymous ?? 0)
        fflush(nil)
        return true
    }

    private static func keys(_ count: Int) -> some Sequence<TileKey> {
        TileRange(level: 17, rows: 40_000...40_511, columns: 60_000...60_511).keys.prefix(count)
    }

    private static func write(_ count: Int, _ size: Int, to file: URL) throws {
        var random = SystemRandomNumberGenerator()
        let noise = Data((0..<min(size, 1 << 20) / 8 + 1).flatMap { _ in withUnsafeBytes(of: random.next(), Array.init) })
        let tile = Data((0..<size).map { noise[$0 % noise.count] })
        let writer = try TileCacheWriter(to: file, info: TileCacheInfo(name: "Tiles", tileInfo: .webMercator()))
        for key in keys(count) { try writer.add(tile, at: key) }
        try writer.finish()
    }

    /// Not where the main thread would have to take turns with it.
    @concurrent
    private static func readAll(_ count: Int, _ size: Int, of file: URL) async throws -> Double {
        let cache = TileCache(fileURL: file)
        try await cache.load()
        let keys = Array(keys(count)).shuffled()
        for key in keys where try await cache.tile(at: key)?.count != size { throw CocoaError(.fileReadCorruptFile) }
        return try await seconds { for key in keys { _ = try await cache.tile(at: key) } }
    }
}
