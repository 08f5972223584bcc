import CairnCore
public import Foundation
import Synchronization

/// The bytes of an answer in the order they come, in pieces of any size.
///
/// It is read once: what one reader has got, no other gets. While nobody reads, no more than some hundred KiB are taken from the
/// network; and who lets go of it gives the rest up.
public struct HTTPResponseBody: AsyncSequence, Sendable {
    /// Pieces of an answer.
    public typealias Element = Data

    private let pull: @Sendable () async throws -> Data?

    /// A body whose pieces are asked for one by one, until there is none: for transports of your own.
    ///
    /// ```swift
    /// let body = HTTPResponseBody { try await connection.read(upTo: 65_536) }
    /// ```
    public init(_ pull: @escaping @Sendable () async throws -> Data?) {
        self.pull = pull
    }

    /// A body that is there already.
    public init(_ data: Data) {
        let rest = Mutex(data.isEmpty ? nil : data)
        pull = {
            rest.withLock { rest in
                defer { rest = nil }
                return rest
            }
        }
    }

    /// Bytes that are there already, and then those of a body.
    init(_ data: Data, then body: HTTPResponseBody) {
        let first = HTTPResponseBody(data)
        pull = {
            if let data = try await first.pull() { return data }
            return try await body.pull()
        }
    }

    /// Reads what nobody has read yet.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let body: HTTPResponseBody

        /// The next piece; nil at the end.
        ///
        /// - Throws: ``TransportError``; `CancellationError`. Then the rest is given up.
        @concurrent
        public mutating func next() async throws -> Data? { try await body.pull() }
    }

    /// Reads what nobody has read yet.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

    /// All that nobody has read yet.
    ///
    /// - Throws: What reading throws.
    @concurrent
    public func collected() async throws -> Data {
        // Most answers are one piece.
        guard var data = try await pull() else { return Data() }
        while let chunk = try await pull() { data += chunk }
        return data
    }

    /// The same, if there is not more than so many bytes.
    ///
    /// - Throws: Also ``TransportError`` if there is more.
    func collected(upTo limit: Int, of url: URL) async throws -> Data {
        var data = Data()
        while let chunk = try await pull() {
            guard chunk.count <= limit - data.count else { throw TransportError(.tooLarge(limit: limit), url: url) }
            data += chunk
        }
        return data
    }
}
