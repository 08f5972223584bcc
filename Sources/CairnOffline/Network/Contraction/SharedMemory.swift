import CairnCore

/// Memory for a number of values that several threads work with at once: they read what none of them writes, and write each to places of its own.
///
/// Its address is kept as a number: a pointer may not be shared. Whoever uses it says why no two threads come to the same place.
final class SharedMemory<Element: BitwiseCopyable>: Sendable {
    let count: Int
    private let address: UInt

    init(repeating value: Element, count: Int) {
        self.count = count
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
        memory.initialize(repeating: value, count: max(1, count))
        address = UInt(bitPattern: memory)
    }

    deinit { start.deallocate() }

    @inline(__always)
    var start: UnsafeMutablePointer<Element> { UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped }

    @inline(__always)
    subscript(_ index: Int) -> Element {
        get { start[index] }
        set { start[index] = newValue }
    }

    @inline(__always)
    subscript(_ node: UInt32) -> Element {
        get { start[Int(node)] }
        set { start[Int(node)] = newValue }
    }
}
