import CairnCore
import Foundation

/// Looks at a file before SQLite reads it, which has few words for what is wrong with one.
struct GeoPackageCheck {
    private let database: Database
    private static let headSize = 100

    init(_ database: Database) {
        self.database = database
    }

    /// - Throws: ``GeodatabaseError`` for what is not there, and for a folder.
    static func expectFile(at url: URL) throws(GeodatabaseError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw GeodatabaseError.notFound(path: url.path)
        }
        if isFolder.boolValue { throw GeodatabaseError.folder(path: url.path) }
    }

    /// - Throws: ``GeodatabaseError`` for what is empty or cut off; `DatabaseError`.
    func expectWhole() throws {
        let size = try database.size()
        // All that there is may be beside it yet, or what is missing is about to be written.
        let beside = ["-wal", "-journal"].map { database.realPath + $0 }
        if beside.contains(where: FileManager.default.fileExists) { return }
        if size == 0 { throw GeodatabaseError.empty(path: database.path) }
        let head = try database.beginning(count: min(size, Self.headSize))
        if let whole = Self.size(by: head), size < whole { throw GeodatabaseError.cutOff(path: database.path) }
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
