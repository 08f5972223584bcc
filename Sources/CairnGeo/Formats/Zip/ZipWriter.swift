import CairnCore
package import Foundation

/// Writes a zip archive, one entry after the other; the same entries give the same bytes. Not thread-safe.
///
/// The archive stands at its path only when it is finished; until then it grows in a temporary file beside it, which goes with the writer, and as soon as
/// something has failed: what is asked for later is refused with the first error.
package final class ZipWriter {
    private let url: URL
    private let sibling: TemporarySibling
    private var entries: [WrittenEntry] = []
    private var names: Set<String> = []
    private var open: WrittenEntry?
    private var state = State.going
    private var file: BufferedFile

    private enum State {
        case going
        case failed(any Error)
        case finished
    }

    /// - Parameter url: Where the archive goes; a file that is there is replaced at the end.
    package init(url: URL) throws {
        try DurableFile.expectRoom(for: url)
        DurableFile.removeLeftovers(of: url)
        self.url = url
        sibling = try TemporarySibling(of: url.path)
        file = BufferedFile(sibling.file)
    }

    deinit { if case .going = state { sibling.discard() } }

    /// A file with these bytes.
    package func add(_ data: some ContiguousBytes, named name: String, deflated: Bool = false) throws {
        try begin(name, deflated ? .deflated : .stored)
        try attempt {
            let deflater = deflated ? try Deflater() : nil
            try data.withUnsafeBytes { try write($0, deflater, isLast: true) }
        }
        try finishEntry()
    }

    /// A file with the bytes of another.
    package func add(contentsOf source: FileSlice, named name: String, deflated: Bool = false) throws {
        try begin(name, deflated ? .deflated : .stored)
        try attempt { try copy(source, deflated ? Deflater() : nil) }
        try finishEntry()
    }

    private func copy(_ source: FileSlice, _ deflater: Deflater?) throws {
        var place = 0
        repeat {
            try Task.checkCancellation()
            let part = try source.read(upTo: BufferedFile.bufferSize, at: place)
            // Somebody has made it shorter.
            if part.isEmpty, place < source.count { throw SystemError("read", source.path, code: EIO) }
            place += part.count
            try part.withUnsafeBytes { try write($0, deflater, isLast: place >= source.count) }
        } while place < source.count
    }

    // MARK: - An entry, bit by bit

    /// Begins a file; what is written next is in it, until ``finishEntry()``.
    package func begin(_ name: String, _ method: ZipEntry.Method = .stored) throws {
        try expectGoing()
        precondition(open == nil, "the entry before has not been finished")
        if let problem = ZipEntry.problem(ofName: name) { throw ZipError.unsafeName(path: url.path, name: name, reason: problem) }
        guard names.insert(name).inserted else {
            throw ZipError.damaged(path: url.path, reason: "it would have two entries \(name)")
        }
        var entry = WrittenEntry(name: name, method: method, place: end)
        try attempt { try file.append(entry.header) }
        entry.start = end
        open = entry
    }

    /// Writes bytes as they are in the archive, which are the file's own if it is stored.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        open?.add(bytes)
        try attempt { try file.append(bytes) }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ deflater: Deflater?, isLast: Bool) throws {
        guard let deflater else { return try write(bytes) }
        open?.add(bytes)
        try deflater.deflate(bytes, isLast: isLast) { bytes in try file.append(bytes) }
    }

    /// Where the next byte goes.
    var end: Int { file.end }
    /// And where in the open entry.
    var position: Int { end - (open?.start ?? 0) }

    /// Writes over the first bytes of the open entry, which were zeros, and are in no checksum.
    func overwriteBeginning(_ bytes: [UInt8]) throws {
        guard let entry = open else { return }
        try attempt { try file.overwrite(bytes, at: entry.start) }
        let own = bytes.withUnsafeBytes { ZipFormat.checksum($0) }
        open?.checksum = ZipFormat.checksum(own, followedBy: entry.checksum, count: entry.size)
        open?.size += bytes.count
    }

    /// Leaves room for so many bytes at the beginning of the open entry.
    func leaveRoom(_ count: Int) throws { try attempt { try file.append([UInt8](repeating: 0, count: count)) } }

    /// Ends the open entry.
    package func finishEntry() throws {
        guard var entry = open else { return }
        entry.compressedSize = end - entry.start
        open = nil
        entries.append(entry)
        try attempt { try file.overwrite(entry.header, at: entry.place) }
    }

    /// Leaves a finished entry out of the archive; its bytes, which stay where they are, and are in no list.
    func withdraw(_ name: String) throws -> FileSlice {
        guard let place = entries.firstIndex(where: { $0.name == name }) else {
            throw ZipError.noEntry(name: name, path: url.path)
        }
        let entry = entries.remove(at: place)
        names.remove(name)
        try attempt { try file.flush() }
        guard let bytes = try FileSlice(path: sibling.file.path).slice(at: entry.start, count: entry.compressedSize) else {
            throw ZipError.noEntry(name: name, path: url.path)
        }
        return bytes
    }

    // MARK: - The archive

    /// Puts the archive in its place, whole and on the disk.
    package func finish() throws {
        try attempt {
            let start = end
            for entry in entries { try file.append(entry.directoryEntry) }
            try file.append(ZipEnd(count: entries.count, offset: start, size: end - start).bytes)
            try file.flush()
            try sibling.file.synchronize()
            try DurableFile.rename(sibling.file.path, to: url)
        }
        state = .finished
    }

    private func expectGoing() throws {
        switch state {
        case .going: return
        case .failed(let error): throw error
        case .finished: throw ZipError.finished(path: url.path)
        }
    }

    /// Does what nothing can follow if it fails: of what is in the file nothing is sure then.
    private func attempt(_ body: () throws -> Void) throws {
        try expectGoing()
        do { try body() } catch {
            // The innermost has done it.
            if case .going = state { sibling.discard() }
            state = .failed(error)
            throw error
        }
    }
}
