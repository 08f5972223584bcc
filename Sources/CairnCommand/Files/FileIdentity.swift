import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// Whether two paths lead to one file, by whatever names.
enum FileIdentity {
    /// Refuses an output that is also an input.
    static func expect(_ output: URL, notAmong inputs: [URL]) throws {
        for input in inputs where areSame(output, input) {
            throw UsageError(reason: "\(output.relativePath.printable()) is read, too, and would be lost. Write to another file.")
        }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: output.path, isDirectory: &isFolder), isFolder.boolValue {
            throw UsageError(reason: "\(output.relativePath.printable()) is a folder. Name a file in it.")
        }
    }

    private static func areSame(_ one: URL, _ other: URL) -> Bool {
        var (first, second) = (stat(), stat())
        if stat(one.path, &first) == 0, stat(other.path, &second) == 0 {
            return first.st_dev == second.st_dev && first.st_ino == second.st_ino
        }
        return one.standardizedFileURL.resolvingSymlinksInPath().path == other.standardizedFileURL.resolvingSymlinksInPath().path
    }
}
