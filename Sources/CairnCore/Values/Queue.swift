/// Elements that are taken in the order they came; adding and taking cost O(1) on average.
///
/// A taken element is let go at once. Inlinable, for what is generic is slow in another module.
@usableFromInline package struct Queue<Element> {
    @usableFromInline var elements: [Element?] = []
    /// Where the first element is; what is before it has been taken.
    @usableFromInline var head = 0

    /// An empty queue.
    @inlinable package init() {}

    @inlinable package var count: Int { elements.count - head }

    @inlinable package var isEmpty: Bool { count == 0 }

    @inlinable package mutating func append(_ element: Element) {
        elements.append(element)
    }

    @inlinable package mutating func popFirst() -> Element? {
        if isEmpty { return nil }
        let first = elements[head].take()
        head += 1
        if isEmpty {
            elements.removeAll(keepingCapacity: head <= 1024)
            head = 0
        } else if head >= 1024, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }
}

extension Queue: Sendable where Element: Sendable {}
