import CZlib
import Foundation

/// Bytes that are compressed.
enum Compressed {
    static func gzip(_ data: Data) -> Data { gzip([data]) }

    /// A hundred million spaces, in a hundred thousand bytes.
    static let bomb = gzip(repeatElement(Data(repeating: 0x20, count: 1_000_000), count: 100))

    /// The same in some hundred bytes.
    static let bombInBomb = gzip(bomb)

    private static func gzip(_ pieces: some Sequence<Data>) -> Data {
        var (stream, result) = (z_stream(), Data())
        // Fifteen bits of window, and 16 for the format of gzip.
        deflateInit2_(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        for piece in pieces { result += deflated(piece, &stream, Z_NO_FLUSH) }
        result += deflated(Data(), &stream, Z_FINISH)
        deflateEnd(&stream)
        return result
    }

    private static func deflated(_ piece: Data, _ stream: inout z_stream, _ flush: Int32) -> Data {
        var (input, output, result) = ([UInt8](piece), [UInt8](repeating: 0, count: 1 << 16), Data())
        input.withUnsafeMutableBufferPointer { input in
            (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
            repeat {
                let size = output.count
                output.withUnsafeMutableBufferPointer { output in
                    (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(size))
                    _ = deflate(&stream, flush)
                }
                result += output.prefix(size - Int(stream.avail_out))
            } while stream.avail_out == 0
        }
        return result
    }
}
