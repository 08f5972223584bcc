package import CairnCore
package import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A part of an open file: the file itself, or a file that is stored in it as it is.
package struct FileSlice: Sendable {
    package let file: FileDescriptor
    /// Where it begins in the file.
    package let offset: Int
    package let count: Int

    /// A whole regular file.
    ///
    /// - Parameter followsLink: Whether it may be a link to one.
    package init(path: String, followsLink: Bool = true) throws(SystemError) {
        file = try FileDescriptor(regular: path, followsLink ? O_RDONLY : O_RDONLY | O_NOFOLLOW)
        (offset, count) = (0, try file.size())
    }

    private init(_ file: FileDescriptor, _ offset: Int, _ count: Int) {
        (self.file, self.offset, self.count) = (file, offset, count)
    }

    package var path: String { file.path }

    /// A part of this part; nil if it reaches beyond it.
    package func slice(at start: Int, count length: Int) -> FileSlice? {
        guard start >= 0, length >= 0, start <= count - length else { return nil }
        return FileSlice(file, offset + start, length)
    }

    /// Up to `length` bytes from an offset; fewer at the end, none after it.
    package func read(upTo length: Int, at start: Int) throws(SystemError) -> [UInt8] {
        let length = min(length, count - start)
        return start < 0 || length <= 0 ? [] : try file.read(upTo: length, at: offset + start)
    }

    /// So many bytes from an offset; nil if there are fewer.
    ///
    /// Read, and not mapped: of a mapped file that somebody makes shorter the system ends the process that reads it.
    package func data(count length: Int, at start: Int) throws(SystemError) -> Data? {
        guard length > 0 else { return start >= 0 && start <= count ? Data() : nil }
        guard start >= 0, start <= count - length, let memory = malloc(length) else { return nil }
        guard try fill(UnsafeMutableRawBufferPointer(start: memory, count: length), from: offset + start) else {
            free(memory)
            return nil
        }
        return Data(bytesNoCopy: memory, count: length, deallocator: .free)
    }

    /// A number of eight bytes, the lowest first; nil if it is not there.
    func number(at start: Int) throws(SystemError) -> UInt64? {
        guard start >= 0, start <= count - 8 else { return nil }
        var number: UInt64 = 0
        var failure: SystemError?
        let isRead = withUnsafeMutableBytes(of: &number) { memory in
            do throws(SystemError) { return try fill(memory, from: offset + start) } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return isRead ? UInt64(littleEndian: number) : nil
    }

    private func fill(_ memory: UnsafeMutableRawBufferPointer, from place: Int) throws(SystemError) -> Bool {
        var filled = 0
        while filled < memory.count {
            let result = pread(file.raw, memory.baseAddress.map { $0 + filled }, memory.count - filled, off_t(place + filled))
            if result == 0 { return false }
            if result > 0 { filled += result } else if errno != EINTR { throw SystemError("read", path) }
        }
        return true
    }
}
