import CairnCore
import Foundation

/// Looks at a file before SQLite does, which has few words for what is wrong with one.
struct GeoPackageCheck {
    private let url: URL
    private static let headSize = 100

    init(_ url: URL) {
        self.url = url
    }

    /// - Throws: ``GeodatabaseError`` for what is not there, a folder, empty or cut off.
    func expectWhole() throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw GeodatabaseError.notFound(path: url.path)
        }
        if isFolder.boolValue { throw GeodatabaseError.folder(path: url.path) }
        // What may not be read, SQLite refuses.
        guard let file = try? FileDescriptor(regular: url.path, O_RDONLY) else { return }
        let size = try file.size()
        // All that there is may be beside it yet.
        if FileManager.default.fileExists(atPath: url.path + "-wal") { return }
        if size == 0 { throw GeodatabaseError.empty(path: url.path) }
        let head = try file.read(upTo: Self.headSize, at: 0)
        if let whole = Self.size(by: head), size < whole { throw GeodatabaseError.cutOff(path: url.path) }
    }

    /// The size that a database says it has; nil if it is none, or does not say.
    private static func size(by head: [UInt8]) -> Int? {
        guard head.starts(with: "SQLite format 3\0".utf8) else { return nil }
        guard head.count == headSize else { return .max }
        // The number of pages counts if it was written with the last change.
        guard head[24..<28] == head[92..<96] else { return nil }
        let pageSize = Int(head[16]) << 8 | Int(head[17])
        let pages = head[28..<32].reduce(0) { $0 << 8 | Int($1) }
        return pages * (pageSize == 1 ? 65_536 : pageSize)
    }
}
