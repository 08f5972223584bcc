/// Elements in the order they were appended, replayed to every watcher, none lost.
///
/// The elements are stored once, however many watch. The log keeps them all unless told otherwise: it is for what is worth keeping
/// whole, such as the messages of a job. For a value of which only the newest matters use ``Level``.
///
/// ```swift
/// let log = Log<String>()
/// log.append("submitted")
/// log.append("done")
/// log.finish()
/// for await line in log.entries { print(line) }   // submitted, done
/// ```
public final class Log<Element: Sendable>: Sendable {
    private let broadcast: Broadcast<Element>

    /// A log that already holds `elements`.
    public init(_ elements: [Element] = []) {
        broadcast = Broadcast(elements, keeping: .everything)
    }

    deinit {
        finish()
    }

    /// A log that keeps at least the last `limit` elements; a watcher that falls further behind misses the oldest.
    public init(keepingLast limit: Int) {
        broadcast = Broadcast([], keeping: .recent(max(1, limit)))
    }

    /// All elements so far.
    public var elements: [Element] { broadcast.elements }

    /// The last element so far; nil if there is none.
    package var newest: Element? { broadcast.newest }

    /// Every element from the first on: a stream of its own for each access.
    public var entries: AsyncStream<Element> { broadcast.stream(from: .oldest) }

    /// The newest element, if there is one, then every later one.
    public var entriesFromNewest: AsyncStream<Element> { broadcast.stream(from: .newest) }

    /// Adds an element. Ignored once finished.
    public func append(_ element: Element) {
        var wakes = Wakes()
        append(element, &wakes)
        wakes.perform()
    }

    /// The same under a lock of the caller's, so that the elements stand in the order of his changes.
    package func append(_ element: Element, _ wakes: inout Wakes) {
        broadcast.send(element, &wakes)
    }

    /// Ends every stream once its watcher has seen all there is.
    public func finish() {
        var wakes = Wakes()
        finish(&wakes)
        wakes.perform()
    }

    /// The same under a lock of the caller's.
    package func finish(_ wakes: inout Wakes) {
        broadcast.finish(&wakes)
    }

    /// How many watchers are suspended, waiting for an element.
    package var waiterCount: Int { broadcast.waiterCount }
}
