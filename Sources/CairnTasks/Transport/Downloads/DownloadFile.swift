import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// The file of a download while it grows, and the note of how far it is. Disks block, so it has a queue of its own.
actor DownloadFile {
    private let executor = QueueExecutor("cairn.download")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private(set) var state = DownloadState()
    private(set) var isComplete = false
    private let url: URL
    private let file: FileDescriptor
    private let (part, note): (URL, URL)
    /// Where the answer began that is being taken, and where it must end.
    private var (start, end) = (0, Int?.none)
    private var durableLength = 0

    /// Opens what there is of a download, or begins one.
    ///
    /// - Throws: ``DownloadError/inUse(path:)`` if another fetches the same; ``SystemError``.
    init(for destination: URL, from url: URL) async throws {
        self.url = url
        (part, note) = (Self.part(of: destination), Self.note(of: destination))
        try Self.verifyPlace(destination)
        // Not another file to which somebody has put a link there.
        file = try FileDescriptor(regular: part.path, O_RDWR | O_CREAT | O_NOFOLLOW)
        guard try file.lock(), try file.isInPlace() else { throw DownloadError.inUse(path: destination.path) }
        // A file with another name is somebody's, and would be overwritten under that, too.
        guard try file.isPlainFile() else { throw SystemError("write", part.path, code: EEXIST) }
        do { try resume() } catch {
            if (try? file.size()) == 0 { unlink(part.path) }
            throw error
        }
    }

    /// Before anything is fetched: a folder, or a device, is no place for a file.
    private static func verifyPlace(_ destination: URL) throws(SystemError) {
        var status = stat()
        guard lstat(destination.path, &status) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else { return }
        throw SystemError("write", destination.path, code: SystemError.notRegular)
    }

    private static func part(of destination: URL) -> URL { sibling(of: destination, ".download") }
    private static func note(of destination: URL) -> URL { sibling(of: destination, ".download.json") }

    /// What disks take of a name, less what is put behind it.
    private static let longestName = 180

    /// Of a long name there is the beginning, and a number that tells it from others that begin so.
    private static func sibling(of destination: URL, _ ending: String) -> URL {
        var name = destination.lastPathComponent
        guard name.utf8.count > longestName else { return URL(filePath: destination.path + ending) }
        let mark = "-" + String(name.utf8.stableHash, radix: 36)
        while name.utf8.count + mark.utf8.count > longestName { name.unicodeScalars.removeLast() }
        return destination.deletingLastPathComponent().appending(path: name + mark + ending)
    }

    /// All that a download leaves behind that has not come to its end, and the file itself.
    static func files(for destination: URL) -> [URL] { [destination, part(of: destination), note(of: destination)] }

    static func discard(for destination: URL) {
        for url in [part(of: destination), note(of: destination)] { unlink(url.path) }
    }

    /// What is there already counts only if a later request can tell whether the file has changed.
    private func resume() throws {
        DurableFile.removeLeftovers(of: note)
        let saved = try DurableFile.contents(of: note).flatMap { try? JSONValue(parsing: $0).decode(DownloadState.self) }
        if let saved, saved.source == DownloadState.source(url), saved.version != nil,
            (0...(saved.total ?? .max)).contains(saved.length), try file.size() >= saved.length
        {
            state = saved
        }
        durableLength = state.length
        isComplete = state.length == state.total
        try file.truncate(to: state.length)
    }

    /// Leaves nothing with which nobody could go on.
    func discardIfUseless(for destination: URL) {
        if state.length == 0 || state.version == nil { Self.discard(for: destination) }
    }

    /// Forgets what is there.
    func restart() throws {
        state = DownloadState()
        durableLength = 0
        try file.truncate(to: 0)
        try DurableFile.remove(atPath: note.path)
    }

    /// Makes ready for what comes next: the rest of the file, or all of it.
    func begin(_ answer: DownloadAnswer) throws {
        if answer.start == 0, state.length > 0 { try restart() }
        state.source = DownloadState.source(url)
        state.total = answer.total
        state.version = answer.version
        (start, end) = (answer.start, answer.end)
    }

    func append(_ data: Data, durableEvery stretch: Int) throws -> DownloadState {
        if let end, state.length + data.count > end {
            // The next run cuts off what was written.
            state.length = start
            throw TransportError(.garbled("more came than the answer had said"), url: url)
        }
        try file.write(data, at: state.length)
        state.length += data.count
        if state.length - durableLength >= stretch { try keep() }
        return state
    }

    /// Makes what has come durable.
    func keep() throws {
        try file.synchronize()
        try DurableFile.replace(note, with: JSONValue(encoding: state).data())
        durableLength = state.length
    }

    /// The answer has ended. A server may give less than was asked for, but not less than it has said.
    func endAnswer() throws {
        if let end, state.length < end {
            try keep()
            throw TransportError(.connectionLost, url: url)
        }
        state.total = state.total ?? state.length
        isComplete = state.length == state.total
        try keep()
    }

    /// Verifies the file, and puts it in its place; a wrong one is removed.
    ///
    /// - Returns: The file, still locked.
    func finish(at destination: URL, expectedSize: Int?, verify: (URL) throws -> Void) throws -> FileDescriptor {
        do {
            if let expectedSize, state.length != expectedSize {
                throw DownloadError.wrongSize(found: state.length, expected: expectedSize, url: URL.withoutQuery(url))
            }
            try verify(part)
        } catch {
            Self.discard(for: destination)
            throw error
        }
        try file.synchronize()
        try DurableFile.rename(part.path, to: destination)
        unlink(note.path)
        return file
    }
}
