import CairnCore
import Foundation

/// A file that stands for standard input or output, which cannot be read twice nor be replaced: it goes when nobody keeps this.
final class PipedFile: Sendable {
    let url: URL
    private let folder: URL

    /// An empty file of that name, in a folder of its own.
    init(_ name: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: name)
    }

    /// What comes by standard input, to its end.
    static func input() throws -> PipedFile {
        let file = try PipedFile("standard-input.csv")
        let target = try FileDescriptor(file.url.path, O_WRONLY | O_CREAT | O_TRUNC)
        try copy(from: STDIN_FILENO, "standard input") { try target.write($0) }
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

    deinit { try? FileManager.default.removeItem(at: folder) }
}
