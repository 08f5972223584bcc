import CairnCore
import Foundation

/// A fresh directory that is removed when the value goes.
final class TemporaryDirectory: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appending(path: name) }

    func text(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

    func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: file(name)) }
}

extension URL {
    /// The names of what is in a directory.
    var names: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: path)) }
    }

    /// Puts a directory where a file is or should be: writing it fails, whoever the user is. Returns what puts the file back.
    func block() throws -> @Sendable () throws -> Void {
        let aside = path + ".aside"
        let wasThere = rename(path, aside) == 0
        try FileManager.default.createDirectory(at: self, withIntermediateDirectories: false)
        return {
            try FileManager.default.removeItem(at: self)
            if wasThere { try FileManager.default.moveItem(atPath: aside, toPath: path) }
        }
    }
}
