import CairnCore

/// Records that were put aside in order, read again.
final class RunReader {
    private let file: ScratchFile
    private var position: Int
    private let end: Int
    private var buffer: [UInt8] = []
    private var place = 0
    private(set) var current: [UInt8]?

    init(_ file: ScratchFile, _ start: Int, _ end: Int) throws {
        (self.file, self.position, self.end) = (file, start, end)
        try advance()
    }

    func advance() throws {
        guard try fill(4) else {
            current = nil
            return
        }
        let count = buffer.withUnsafeBytes { Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self))) }
        place += 4
        guard try fill(count) else {
            current = nil
            return
        }
        current = Array(buffer[place..<place + count])
        place += count
    }

    /// Sees to it that so many bytes are at hand.
    private func fill(_ count: Int) throws -> Bool {
        if buffer.count - place >= count { return true }
        buffer.removeSubrange(..<place)
        place = 0
        let more = try file.read(upTo: min(max(count, 1 << 17), end - position), at: position)
        position += more.count
        buffer += more
        return buffer.count >= count
    }
}

/// Many runs as one, by a heap of their next records.
struct RunMerge {
    private var heap: [RunReader]

    init(_ runs: [RunReader]) throws {
        heap = runs.filter { $0.current != nil }
        for index in heap.indices.reversed() { sink(index) }
    }

    /// The least record that is left.
    var current: [UInt8]? { heap.first?.current }

    mutating func advance() throws {
        try heap[0].advance()
        if heap[0].current == nil {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
        }
        sink(0)
    }

    private mutating func sink(_ start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isBefore(child, least) { least = child }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        guard let one = heap[a].current, let other = heap[b].current else { return false }
        return one.withUnsafeBytes { one in other.withUnsafeBytes { RecordSorter.isBefore(one, $0) } }
    }
}
