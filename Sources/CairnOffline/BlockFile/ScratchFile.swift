import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A file without a name, which vanishes when nobody has it any more. What is written is gathered first.
final class ScratchFile {
    private let file: FileDescriptor
    private var buffer: [UInt8] = []
    private var written = 0
    private static let capacity = 1 << 18

    /// A file on the disk of another one.
    init(beside path: String) throws(SystemError) {
        let path = "\(path).\(UUID()).scratch"
        file = try FileDescriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        unlink(path)
        buffer.reserveCapacity(Self.capacity + 4096)
    }

    /// How many bytes it holds.
    var count: Int { written + buffer.count }

    func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.capacity { try flush() }
    }

    func append(_ bytes: [UInt8]) throws(SystemError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.capacity { try flush() }
    }

    func flush() throws(SystemError) {
        if buffer.isEmpty { return }
        try file.write(buffer, at: written)
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Up to `count` bytes from an offset, of what was flushed.
    func read(upTo count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        try file.read(upTo: min(count, max(0, written - offset)), at: offset)
    }
}
