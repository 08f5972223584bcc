import Synchronization

/// Who waits for whom among the loads that call other loads.
///
/// A load that would close a circle is refused, whichever of its members was started first. Loads that are not
/// called from within another load never come here.
final class WaitForGraph: Sendable {
    static let shared = WaitForGraph()

    /// The load that the current task performs.
    @TaskLocal static var current: Node?

    struct Node: Sendable {
        let id: ObjectIdentifier
        let name: String
    }

    private struct Waits {
        var count: Int
        let node: Node
    }

    /// Edges from the waiting load to the awaited ones; one load may await several, and one of them twice.
    private let edges = Mutex<[ObjectIdentifier: [ObjectIdentifier: Waits]]>([:])

    /// Whether a loader waits, or is waited for.
    func involves(_ loader: Loader) -> Bool {
        let id = ObjectIdentifier(loader)
        return edges.withLock { edges in edges[id] != nil || edges.values.contains { $0[id] != nil } }
    }

    func enter(from waiting: Node, to awaited: Node) throws {
        let path = edges.withLock { edges -> [String]? in
            if let path = Self.path(from: awaited, to: waiting, in: edges) { return path }
            edges[waiting.id, default: [:]][awaited.id, default: Waits(count: 0, node: awaited)].count += 1
            return nil
        }
        if let path { throw LoadError.cycle(path: [waiting.name] + path) }
    }

    func leave(from waiting: Node, to awaited: Node) {
        edges.withLock { edges in
            guard let count = edges[waiting.id]?[awaited.id]?.count else { return }
            if count > 1 {
                edges[waiting.id]?[awaited.id]?.count = count - 1
            } else {
                edges[waiting.id]?[awaited.id] = nil
                if edges[waiting.id]?.isEmpty == true { edges[waiting.id] = nil }
            }
        }
    }

    private static func path(
        from start: Node,
        to goal: Node,
        in edges: [ObjectIdentifier: [ObjectIdentifier: Waits]]
    ) -> [String]? {
        var cameFrom: [ObjectIdentifier: Node] = [:]
        var frontier = [start]
        while let node = frontier.popLast() {
            if node.id == goal.id { return names(to: node, from: start, along: cameFrom) }
            for next in (edges[node.id] ?? [:]).values where cameFrom[next.node.id] == nil {
                cameFrom[next.node.id] = node
                frontier.append(next.node)
            }
        }
        return nil
    }

    private static func names(
        to goal: Node, from start: Node, along cameFrom: [ObjectIdentifier: Node]
    ) -> [String] {
        var names = [goal.name]
        var node = goal
        while node.id != start.id, let previous = cameFrom[node.id] {
            names.append(previous.name)
            node = previous
        }
        return names.reversed()
    }
}
