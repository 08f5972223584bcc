import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// The form of many edits, in a file while it is sent: encoded it has several times the size of the features. Disks block, so it has a queue of
/// its own.
actor EditBody {
    /// So many features need no file.
    static let few = 500

    private let executor = QueueExecutor("cairn.edits")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let url = FileManager.default.temporaryDirectory.appending(path: "cairn-edits-\(UUID().uuidString)")
    private let file: FileDescriptor

    /// A file that nobody else can read.
    ///
    /// - Throws: `SystemError`.
    init() async throws {
        file = try FileDescriptor(url.path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    }

    /// Adds a parameter that is a list, one element after the other.
    func append(_ name: String, _ elements: [JSONValue]) throws {
        try file.write(Data("&\(name)=\(Self.encoded("["))".utf8))
        for (index, element) in elements.enumerated() {
            try file.write(Data(Self.encoded((index == 0 ? "" : ",") + element.text()).utf8))
        }
        try file.write(Data(Self.encoded("]").utf8))
    }

    func discard() {
        unlink(url.path)
    }

    private static func encoded(_ text: String) -> Substring { FormEncoding.encode(["": text]).dropFirst() }
}
