import CairnCore
import Foundation
import Synchronization

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A file in memory, read-only, with a mark for each block that was found good.
///
/// Addresses are kept as numbers: what refers to memory can then be shared between threads, and reading counts no references. Whoever reads
/// keeps the file alive meanwhile.
final class MappedFile: Sendable {
    let path: String
    let count: Int
    let address: UInt
    /// One bit for each block.
    let marks: UInt
    private let file: FileDescriptor
    /// How many mappings the file has been split into; -1 before it is.
    private let mappings = Atomic(-1)
    private let version: Version

    /// What changes when somebody writes into the file.
    private struct Version: Equatable {
        let size: Int
        let seconds: Int
        let nanoseconds: Int

        init?(_ file: FileDescriptor) {
            var status = stat()
            guard fstat(file.raw, &status) == 0 else { return nil }
            #if os(Linux)
                let time = status.st_mtim
            #else
                let time = status.st_mtimespec
            #endif
            (size, seconds, nanoseconds) = (Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec))
        }
    }

    /// Maps a file.
    ///
    /// - Throws: `SystemError` if it cannot be read.
    init(_ path: String) throws(SystemError) {
        let file = try FileDescriptor(regular: path, O_RDONLY)
        guard let version = Version(file) else { throw SystemError("read", path) }
        let count = version.size
        // An empty file cannot be mapped, and has nothing to read.
        let memory = count > 0 ? mmap(nil, count, PROT_READ, MAP_PRIVATE, file.raw, 0) : nil
        guard memory != MAP_FAILED else { throw SystemError("read", path) }
        let words = count / (BlockFormat.blockSize * 64) + 1
        let marks = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: words)
        for index in 0..<words { (marks + index).initialize(to: Atomic(0)) }
        (self.path, self.count, self.file, self.version) = (path, count, file, version)
        (address, self.marks) = (UInt(bitPattern: memory), UInt(bitPattern: marks))
    }

    /// Whether nobody has written into the file since it was opened. Of a file that has become shorter the system gives no memory, and ends
    /// the process that reads it.
    var isUnchanged: Bool { Version(file) == version }

    /// Whether the name leads to another file now, as where one was renamed to it. A file that is gone is in nobody's place.
    var isReplaced: Bool {
        var (own, named) = (stat(), stat())
        guard fstat(file.raw, &own) == 0, stat(path, &named) == 0 else { return false }
        return own.st_dev != named.st_dev || own.st_ino != named.st_ino
    }

    deinit {
        if count > 0 { munmap(UnsafeMutableRawPointer(bitPattern: address), count) }
        UnsafeMutablePointer<Atomic<UInt64>>(bitPattern: marks)?.deallocate()
        MappingBudget.giveBack(max(0, mappings.load(ordering: .relaxed)))
    }

    /// Lets the system bring one page into memory for one that is read, or a few, not sixteen: a thousand questions to a large locator read a
    /// little everywhere, and all of it would become this process's.
    ///
    /// Linux maps what is around a page as far as the mapping reaches, and a mapping of which each second part is advised otherwise is many.
    /// That takes most of the time of opening a file, and so waits for the first question.
    func splitWindows() {
        #if os(Linux)
            guard mappings.load(ordering: .relaxed) < 0, mappings.exchange(0, ordering: .relaxed) < 0, count > 1 << 23,
                let (part, mappings) = MappingBudget.take(for: count)
            else { return }
            self.mappings.store(mappings, ordering: .relaxed)
            for start in stride(from: 0, to: count - part, by: 2 * part) {
                madvise(UnsafeMutableRawPointer(bitPattern: address + UInt(start)), part, MADV_RANDOM)
            }
        #endif
    }

    /// Lets the system take memory back of what was looked at once, and may not be wanted again: it is read anew if it is.
    static func letGo(_ bytes: UnsafeRawBufferPointer) {
        let (size, start) = (UInt(getpagesize()), UInt(bitPattern: bytes.baseAddress))
        let (first, end) = ((start + size - 1) / size * size, (start + UInt(bytes.count)) / size * size)
        if first < end { madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_DONTNEED) }
    }
}
