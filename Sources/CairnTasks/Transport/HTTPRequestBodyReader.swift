package import CairnCore
package import Foundation

/// Reads a body from its beginning to its end, and again if it must be sent again.
package final class HTTPRequestBodyReader {
    private enum Source {
        case data(Data)
        case file(FileDescriptor)
    }

    private struct Stretch {
        let source: Source
        let count: Int
    }

    /// How many bytes there are.
    package let count: Int
    private let stretches: [Stretch]
    private var index = 0
    private var offset = 0

    /// Opens every file.
    ///
    /// - Throws: ``SystemError`` if one cannot be read.
    package init(_ body: HTTPRequestBody) throws(SystemError) {
        stretches = try body.pieces.map { (piece) throws(SystemError) in
            switch piece {
            case .data(let data): return Stretch(source: .data(data), count: data.count)
            case .file(let url):
                let file = try FileDescriptor(regular: url.path, O_RDONLY)
                return Stretch(source: .file(file), count: try file.size())
            }
        }
        count = stretches.reduce(0) { $0 + $1.count }
    }

    /// The next bytes; none at the end.
    ///
    /// - Throws: ``SystemError``, also if a file has become shorter since it was opened: its length has been promised by then.
    package func read(upTo limit: Int) throws(SystemError) -> Data {
        while index < stretches.count {
            let stretch = stretches[index]
            if offset < stretch.count {
                let bytes = try read(min(limit, stretch.count - offset), of: stretch.source)
                offset += bytes.count
                return bytes
            }
            index += 1
            offset = 0
        }
        return Data()
    }

    private func read(_ count: Int, of source: Source) throws(SystemError) -> Data {
        switch source {
        case .data(let data): return data[(data.startIndex + offset)...].prefix(count)
        case .file(let file):
            let bytes = try file.read(upTo: count, at: offset)
            if bytes.isEmpty { throw SystemError("send what was promised of", file.path, code: ENODATA) }
            return Data(bytes)
        }
    }

    /// Begins anew.
    package func rewind() {
        index = 0
        offset = 0
    }
}
