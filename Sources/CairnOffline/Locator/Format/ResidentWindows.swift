import CairnCore

import Synchronization

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// How much of a mapped file is in memory, and that it is not too much.
///
/// The system brings sixteen pages into memory for one that is read, and a thousand questions to a large locator read a little everywhere:
/// all of it would become this process's. Once too much has been read, the system may have all back; what is read again comes from its cache.
struct ResidentWindows: Sendable {
    /// Where there are a count, and then a bit for each window; 0 for a file that may stay in memory as a whole.
    private let memory: UInt
    private let file: UInt
    private let size: Int

    private static let blocksInWindow = 16
    /// 128 MB.
    private static let most: UInt64 = 2048

    static let none = ResidentWindows(file: 0, size: 0)

    init(file: UInt, size: Int) {
        (self.file, self.size) = (file, size)
        guard UInt64(size / LocatorFormat.blockSize / Self.blocksInWindow) > Self.most else {
            memory = 0
            return
        }
        let words = Self.words(size)
        let start = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: words)
        for index in 0..<words { (start + index).initialize(to: Atomic(0)) }
        memory = UInt(bitPattern: start)
    }

    func free() { UnsafeMutablePointer<Atomic<UInt64>>(bitPattern: memory)?.deallocate() }

    private static func words(_ size: Int) -> Int { size / (LocatorFormat.blockSize * blocksInWindow * 64) + 2 }

    /// Notes that a block is read.
    @inline(__always)
    func touch(_ block: Int) {
        if memory != 0 { note(block / Self.blocksInWindow) }
    }

    private func note(_ window: Int) {
        let words = UnsafePointer<Atomic<UInt64>>(bitPattern: memory).unsafelyUnwrapped
        let (place, bit) = (1 + window / 64, UInt64(1) << UInt64(window % 64))
        if words[place].load(ordering: .relaxed) & bit != 0 { return }
        words[place].bitwiseOr(bit, ordering: .relaxed)
        guard words[0].add(1, ordering: .relaxed).newValue > Self.most else { return }
        for index in 0..<Self.words(size) { words[index].store(0, ordering: .relaxed) }
        madvise(UnsafeMutableRawPointer(bitPattern: file), size, MADV_DONTNEED)
    }
}
