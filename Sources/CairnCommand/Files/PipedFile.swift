import CairnCore
import Foundation

/// A file that stands for standard input or output, which cannot be read twice nor be replaced: it goes when nobody keeps this, and when the process
/// is ended by a signal.
final class PipedFile: Sendable {
    let url: URL
    private let folder: URL

    /// An empty file of that name, in a folder of its own.
    init(_ name: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        // Others on this machine may not look at what is in a pipe either.
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        Self.folders.change { [folder] folders, _ in _ = folders.insert(folder) }
        url = folder.appending(path: name)
    }

    /// What comes by standard input, or by another pipe, to its end. Interrupted, it leaves nothing.
    static func input(_ path: String = "-") throws -> PipedFile {
        let file = try PipedFile(path == "-" ? "standard-input.csv" : "pipe.csv")
        let interruption = Interruption {
            removeAll()
            Console.note("Interrupted. Nothing was written.")
            _exit(ExitCode.interrupted.rawValue)
        }
        defer { withExtendedLifetime(interruption) {} }
        let target = try FileDescriptor(file.url.path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        if path == "-" {
            try copy(from: STDIN_FILENO, "standard input") { try target.write($0) }
        } else {
            let source = try FileDescriptor(path, O_RDONLY)
            try copy(from: source.raw, path) { try target.write($0) }
        }
        return file
    }

    /// Sends the file by standard output.
    func send() throws {
        let source = try FileDescriptor(url.path, O_RDONLY)
        try Self.copy(from: source.raw, url.path) { Console.send($0) }
    }

    private static func copy(from source: Int32, _ name: String, to write: (Data) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read", name) }
            if count == 0 { return }
            try write(Data(buffer[..<count]))
        }
    }

    private static let folders = Guarded<Set<URL>>([])

    /// Removes what there is of all of them, at the process's end.
    static func removeAll() {
        for folder in folders.read(\.self) { try? FileManager.default.removeItem(at: folder) }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
        Self.folders.change { [folder] folders, _ in _ = folders.remove(folder) }
    }
}
