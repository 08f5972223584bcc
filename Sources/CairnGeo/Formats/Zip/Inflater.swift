import CairnCore
import CZlib

/// Unpacks deflated bytes as they come.
package final class Inflater {
    /// zlib keeps its address.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var output = [UInt8](repeating: 0, count: 1 << 16)
    /// Whether the last byte has come.
    private(set) var isFinished = false

    /// What the bytes are in.
    package enum Wrapping: Int32 {
        /// Nothing, as in zip archives.
        case none = -15
        case gzip = 31
        case zlib = 15
    }

    package init(_ wrapping: Wrapping = .none) throws {
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, wrapping.rawValue, ZLIB_VERSION, size) == Z_OK else { throw OutOfMemory() }
    }

    /// There is no memory to unpack with.
    struct OutOfMemory: Error {}

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Unpacks some bytes; false if they cannot be.
    func inflate(_ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        var input = bytes
        return try input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            while !isFinished {
                let (code, count) = advance()
                if count > 0 { try output.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) } }
                if code == Z_STREAM_END { isFinished = true }
                // It wants more.
                if code == Z_BUF_ERROR || code == Z_OK && stream.pointee.avail_in == 0 && count < output.count { return true }
                if code != Z_OK && code != Z_STREAM_END { return false }
            }
            return true
        }
    }

    private func advance() -> (code: Int32, count: Int) {
        output.withUnsafeMutableBufferPointer { output in
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            let code = CZlib.inflate(stream, Z_NO_FLUSH)
            return (code, output.count - Int(stream.pointee.avail_out))
        }
    }
}

extension Inflater {
    /// All of some bytes, unpacked; nil if they cannot be, are cut off, or become more than `limit`.
    package static func unpack(_ bytes: [UInt8], _ wrapping: Wrapping, limit: Int) throws -> [UInt8]? {
        struct TooMany: Error {}
        let inflater = try Inflater(wrapping)
        var unpacked: [UInt8] = []
        do {
            let isRight = try inflater.inflate(bytes) { part in
                guard unpacked.count + part.count <= limit else { throw TooMany() }
                unpacked.append(contentsOf: part)
            }
            return isRight && inflater.isFinished ? unpacked : nil
        } catch is TooMany {
            return nil
        }
    }
}
