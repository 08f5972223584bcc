import CairnCore
import CairnGeo
package import Foundation

/// Answers questions from an open locator file. Not thread-safe; ``LocatorFile`` keeps it on one queue.
package final class LocatorEngine {
    let name: String
    let statements: LocatorStatements
    let tree: PackedRTree
    private let database: Database

    /// Opens a file.
    ///
    /// - Throws: ``LocatorError``, saying what the file is if it is no locator.
    package init(_ url: URL) throws {
        guard FileManager.default.fileExists(atPath: url.path) else { throw LocatorError.notFound(path: url.path) }
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        if isFolder.boolValue { throw LocatorError.notALocator(path: url.path) }
        // By the name only what is no locator of ours.
        if ["loz", "loc", "lox", "locb"].contains(url.pathExtension.lowercased()),
            (try? LocatorChecksum.claimsToBeLocator(url)) != true
        {
            throw LocatorError.esriLocator(path: url.path)
        }
        do {
            database = try Database(url, .readOnly)
            guard try Self.applicationID(of: database) == LocatorSchema.applicationID else {
                throw try Self.rejection(of: url)
            }
            let format = try Self.meta("format", in: database).flatMap(Int.init) ?? 0
            guard format <= LocatorSchema.version else {
                throw LocatorError.newerFormat(path: url.path, found: format, supported: LocatorSchema.version)
            }
            guard try LocatorChecksum.verify(url) else { throw LocatorError.damaged(path: url.path) }
            name = try Self.meta("name", in: database) ?? url.deletingPathExtension().lastPathComponent
            statements = try LocatorStatements(database)
            tree = try Self.tree(in: database)
        } catch let error as DatabaseError {
            // A locator that SQLite cannot read is a damaged one; anything else never was one.
            throw error.isCorruption ? try Self.rejection(of: url) : error
        }
    }

    /// What to say of a file that is no readable locator: whether it has once been one shows in its header.
    private static func rejection(of url: URL) throws -> LocatorError {
        try LocatorChecksum.claimsToBeLocator(url) ? .damaged(path: url.path) : .notALocator(path: url.path)
    }

    private static func applicationID(of database: Database) throws -> Int {
        let statement = try database.prepare("PRAGMA application_id")
        return try statement.step() ? statement.int(0) : 0
    }

    private static func meta(_ key: String, in database: Database) throws -> String? {
        let statement = try database.prepare("SELECT value FROM meta WHERE key = ?")
        statement.bind(1, key)
        return try statement.step() ? statement.string(0) : nil
    }

    private static func tree(in database: Database) throws -> PackedRTree {
        let statement = try database.prepare("SELECT ids, boxes FROM spatial")
        guard try statement.step(), let tree = SpatialCoding.decode(ids: statement.blob(0), boxes: statement.blob(1)) else {
            throw LocatorError.damaged(path: database.path)
        }
        return tree
    }
}
