import CZlib
import CairnCore
package import Foundation

/// Packs bytes as they come.
package final class Deflater {
    /// zlib keeps its address.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var output = [UInt8](repeating: 0, count: 1 << 16)

    /// What the bytes are put in.
    package enum Wrapping: Int32 {
        /// Nothing, as in zip archives.
        case none = -15
        /// As in PNG.
        case zlib = 15
        case gzip = 31
    }

    package init(_ wrapping: Wrapping = .none) throws {
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        let code = deflateInit2_(
            stream, 6, Z_DEFLATED, wrapping.rawValue, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        guard code == Z_OK else { throw Inflater.OutOfMemory() }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Packs some bytes, of which there may be 4 GiB.
    package func deflate(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        let input = bytes.bindMemory(to: UInt8.self)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        while true {
            let (code, count) = advance(isLast ? Z_FINISH : Z_NO_FLUSH)
            if count > 0 { try output.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) } }
            if code == Z_STREAM_END || count < output.count && !isLast { return }
        }
    }

    private func advance(_ flush: Int32) -> (code: Int32, count: Int) {
        output.withUnsafeMutableBufferPointer { output in
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            let code = CZlib.deflate(stream, flush)
            return (code, output.count - Int(stream.pointee.avail_out))
        }
    }
}

extension Deflater {
    /// All bytes, packed.
    package static func pack(_ bytes: some ContiguousBytes, _ wrapping: Wrapping) throws -> [UInt8] {
        let deflater = try Deflater(wrapping)
        var packed: [UInt8] = []
        bytes.withUnsafeBytes { bytes in
            deflater.deflate(bytes, isLast: true) { packed.append(contentsOf: $0) }
        }
        return packed
    }
}
