import Foundation

/// What writes a file of tiles, until that is finished, or has failed: then it is let go of, and what it has begun goes with it.
struct OpenOutput<Output> {
    private enum State {
        case open(Output)
        case failed(any Error)
        case finished
    }

    private let path: String
    private var state: State

    init(_ output: Output, at url: URL) { (path, state) = (url.path, .open(output)) }

    /// Does something with it. After a tile that is refused it goes on; after all else that fails nobody knows what is in the file.
    ///
    /// - Throws: ``TileCacheError/finished(path:)``; the first error after one; what `body` throws.
    mutating func use(_ body: (Output) throws -> Void) throws {
        switch state {
        case .open(let output):
            do { try body(output) } catch {
                if !Self.isRefusal(error) { state = .failed(error) }
                throw error
            }
        case .failed(let error): throw error
        case .finished: throw TileCacheError.finished(path: path)
        }
    }

    /// The same, and for the last time.
    mutating func finish(_ body: (Output) throws -> Void) throws {
        try use(body)
        state = .finished
    }

    private static func isRefusal(_ error: any Error) -> Bool {
        if case TileCacheError.wrongTile = error { true } else { false }
    }
}
