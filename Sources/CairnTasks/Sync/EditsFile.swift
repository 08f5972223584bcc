import CairnCore
import Foundation

/// Local edits in the form in which they are sent, in a file: encoded they have several times their size. For one writer in one place.
final class EditsFile {
    private let form: FileDescriptor?
    private let plain: FileDescriptor?
    private var text = ""

    private static let piece = 64 << 10

    /// - Parameters:
    ///   - form: Where they go as a part of a form.
    ///   - plain: Where they go as they are; nil for nowhere.
    ///   - head: What stands before them there.
    init(form: URL?, plain: URL?, head: String) throws {
        func make(_ url: URL) throws -> FileDescriptor {
            let file = try FileDescriptor(url.path, O_WRONLY | O_CREAT | O_NOFOLLOW, mode: 0o600)
            try file.truncate(to: 0)
            return file
        }
        self.form = try form.map(make)
        self.plain = try plain.map(make)
        try self.form?.write(Data("&edits=".utf8))
        try self.plain?.write(Data(head.utf8))
    }

    func write(_ more: String) throws {
        text += more
        if text.utf8.count >= Self.piece { try flush() }
    }

    private func flush() throws {
        try form?.write(Data(FormEncoding.encode(["": text]).dropFirst().utf8))
        try plain?.write(Data(text.utf8))
        text = ""
    }

    /// - Parameter tail: What stands behind them where they are as they are.
    func finish(tail: String) throws {
        try flush()
        try plain?.write(Data(tail.utf8))
        try plain?.synchronize()
    }
}
