import CairnGeo
import CairnOffline
import CairnTasks
import Foundation

/// Data that lies beside a checkout for development; tests that want it are skipped where it is absent.
enum RealData {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../shared/data").standardizedFileURL

    static func has(_ name: String) -> Bool {
        let isThere = FileManager.default.fileExists(atPath: folder.appending(path: name).path)
        if !isThere { print("skipped: \(name) is not beside this checkout") }
        return isThere
    }

    static func rows(_ name: String) throws -> [[String: String]] {
        let reader = try CSVReader(folder.appending(path: name))
        let header = try reader.next()?.fields ?? []
        var rows: [[String: String]] = []
        while let row = try reader.next() { rows.append(Dictionary(zip(header, row.fields)) { first, _ in first }) }
        return rows
    }
}

/// A locator built from CSV in a directory that goes with it.
final class BuiltLocator: Sendable {
    let url: URL
    let report: LocatorBuilder.Report
    var task: LocatorTask { LocatorTask(fileURL: url) }

    init(_ sources: [URL]) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).locator")
        report = try LocatorBuilder(name: "Test").build(sources.map { try LocatorTable(detecting: $0) }, to: url)
    }

    convenience init(_ texts: String...) throws {
        let files = try texts.map { text in
            let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
            try Data(text.utf8).write(to: file)
            return file
        }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        try self.init(files)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

/// SplitMix64: the same numbers every time.
struct FixedRandom: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
