import Foundation
import Synchronization

/// A file beside another, in which its next contents are written: `NAME.PROCESS.NUMBER.tmp`.
///
/// No two have one name, and the writer holds its own locked: what nobody has locked was left by a process that died.
package struct TemporarySibling {
    private static let count = Atomic(0)

    package let file: FileDescriptor

    /// With these contents, flushed.
    init(of path: String, writing data: Data) throws(SystemError) {
        try self.init(of: path)
        do {
            try file.write(data)
            try file.synchronize()
        } catch {
            discard()
            throw error
        }
    }

    package init(of path: String) throws(SystemError) {
        try DiskTrouble.expectNone("open", path)
        while true {
            let number = Self.count.add(1, ordering: .relaxed).newValue
            do {
                let file = try FileDescriptor("\(path).\(getpid()).\(number).tmp", O_WRONLY | O_CREAT | O_EXCL)
                // Between opening and locking it may have been taken for a leftover.
                if try file.lock(), try file.isLinked() {
                    self.file = file
                    return
                }
            } catch {
                // Left by a process that had our number.
                if error.code != EEXIST { throw error }
            }
        }
    }

    /// Only if it has not been renamed: then the name may be somebody else's.
    package func discard() {
        unlink(file.path)
    }

    static func isName(_ name: String) -> Bool {
        guard name.hasSuffix(".tmp") else { return false }
        let numbers = name.dropLast(4).split(separator: ".").dropFirst().suffix(2)
        return numbers.count == 2 && numbers.allSatisfy { $0.allSatisfy(\.isNumber) }
    }

    /// Whether it is one beside that file.
    static func isName(_ name: String, of file: String) -> Bool {
        name.hasPrefix("\(file).") && isName(name) && name.dropFirst(file.count).split(separator: ".").count == 3
    }

    /// Removes the file unless somebody writes it.
    static func removeIfLeft(_ path: String) {
        guard let file = try? FileDescriptor(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW) else { return }
        if (try? file.lock()) == true { unlink(path) }
    }
}
