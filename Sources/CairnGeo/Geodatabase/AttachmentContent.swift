import CairnCore
import Foundation

/// The bytes of a file to be attached, some at a time.
struct AttachmentContent {
    static let pieceSize = 256 << 10

    private enum Source {
        case file(FileDescriptor)
        case data(Data)
    }

    private let source: Source
    let size: Int

    init(_ content: NewAttachment.Content) throws(SystemError) {
        switch content {
        case .data(let data): (source, size) = (.data(data), data.count)
        case .file(let url):
            let file = try FileDescriptor(regular: url.path, O_RDONLY)
            (source, size) = (.file(file), try file.size())
        }
    }

    /// Calls `body` with each piece and where it begins.
    ///
    /// - Throws: `SystemError`; ``GeodatabaseError`` if the file is shorter by now.
    func forEachPiece(_ body: ([UInt8], Int) throws -> Void) throws {
        var offset = 0
        while offset < size {
            let piece = try piece(at: offset)
            if piece.isEmpty {
                throw GeodatabaseError.wrongValue(field: "data", reason: "the file became shorter while it was read")
            }
            try body(piece, offset)
            offset += piece.count
        }
    }

    private func piece(at offset: Int) throws(SystemError) -> [UInt8] {
        let count = min(Self.pieceSize, size - offset)
        return switch source {
        case .file(let file): try file.read(upTo: count, at: offset)
        case .data(let data): Array(data.dropFirst(offset).prefix(count))
        }
    }
}
