public import Foundation

/// What a request sends: bytes, parts of files, or both in turn. Files are read as they are sent, and are never in memory as a whole.
///
/// ```swift
/// var request = HTTPRequest(.post, url, body: .file(photo))
/// ```
public struct HTTPRequestBody: Sendable, Hashable {
    /// A stretch of a body.
    public enum Piece: Sendable, Hashable {
        /// Bytes.
        case data(Data)
        /// What a file holds when it is sent.
        case file(URL)
    }

    /// What is sent, in that order.
    public var pieces: [Piece]

    /// A body of several pieces.
    public init(_ pieces: [Piece]) {
        self.pieces = pieces
    }

    /// Bytes.
    public static func data(_ data: Data) -> HTTPRequestBody { HTTPRequestBody([.data(data)]) }

    /// What a file holds when it is sent.
    public static func file(_ url: URL) -> HTTPRequestBody { HTTPRequestBody([.file(url)]) }

    /// All of it, files included.
    ///
    /// - Throws: `SystemError` if a file cannot be read.
    public func contents() throws -> Data {
        let reader = try HTTPRequestBodyReader(self)
        var data = Data(capacity: reader.count)
        while true {
            let piece = try reader.read(upTo: 1 << 16)
            if piece.isEmpty { return data }
            data += piece
        }
    }
}
