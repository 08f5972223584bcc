import CairnCore
public import Foundation

extension HTTPResponseBody {
    /// Writes all that nobody has read yet to a file. It replaces what is there when it is complete; until then, and if that fails, nothing has
    /// changed.
    ///
    /// To go on where a connection was lost, use a ``Download``.
    ///
    /// - Parameters:
    ///   - url: Where the file goes; one that is there is replaced.
    ///   - progress: Called with how many bytes are there.
    /// - Returns: How many bytes there are.
    /// - Throws: What reading throws; `SystemError`.
    @concurrent
    @discardableResult
    public func write(to url: URL, progress: @Sendable (Int) -> Void = { _ in }) async throws -> Int {
        let file = try await BodyFile(url)
        do {
            for try await chunk in self { progress(try await file.append(chunk)) }
            return try await file.finish()
        } catch {
            await file.discard()
            throw error
        }
    }
}

/// The file that a body is written to. Disks block, so it has a queue of its own.
private actor BodyFile {
    private let executor = QueueExecutor("cairn.body")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let url: URL
    private let sibling: TemporarySibling
    private var count = 0

    init(_ url: URL) async throws {
        self.url = url
        sibling = try TemporarySibling(of: url.path)
    }

    func append(_ data: Data) throws -> Int {
        try sibling.file.write(data)
        count += data.count
        return count
    }

    func finish() throws -> Int {
        try sibling.file.synchronize()
        try DurableFile.rename(sibling.file.path, to: url)
        return count
    }

    func discard() {
        sibling.discard()
    }
}
