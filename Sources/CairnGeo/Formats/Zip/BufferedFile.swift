import CairnCore

/// A new file that is written from its beginning to its end, and here and there again. Not thread-safe.
struct BufferedFile {
    private let file: FileDescriptor
    private let background: BackgroundWriting
    /// Where the next byte goes, of those that are in `buffer` the first at `passedOn`.
    private(set) var end = 0
    private var passedOn = 0
    private var buffer: [UInt8] = []

    static let bufferSize = 1 << 20

    init(_ file: FileDescriptor) { self.init(file, BackgroundWriting(file)) }

    init(_ file: FileDescriptor, _ background: BackgroundWriting) { (self.file, self.background) = (file, background) }

    mutating func append(_ bytes: [UInt8]) throws(SystemError) {
        let failure: SystemError? = bytes.withUnsafeBytes { bytes in
            do throws(SystemError) { try append(bytes) } catch { return error }
            return nil
        }
        if let failure { throw failure }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if buffer.count == Self.bufferSize { try passOn() }
            let part = rest.prefix(Self.bufferSize - buffer.count)
            buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: part))
            end += part.count
            rest = rest[part.endIndex...]
        }
    }

    /// Writes over what was written before: in the buffer, if all of it is still there.
    mutating func overwrite(_ bytes: [UInt8], at place: Int) throws(SystemError) {
        guard place < passedOn else {
            return buffer.replaceSubrange(place - passedOn..<place - passedOn + bytes.count, with: bytes)
        }
        try flush()
        try file.write(bytes, at: place)
    }

    /// Has all in the file.
    mutating func flush() throws(SystemError) {
        try background.wait()
        try file.write(buffer, at: passedOn)
        passedOn = end
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func passOn() throws(SystemError) {
        try background.write(&buffer, at: passedOn)
        passedOn = end
        buffer.reserveCapacity(Self.bufferSize)
    }
}
