import Synchronization

/// Who waits for whom among the loads that call other loads.
///
/// A load that would close a circle is refused, whichever of its members was started first. Loads that are not
/// called from within another load never come here.
///
/// What waits is an attempt, what is awaited a loader, through the attempt it then makes. An attempt that has ended waits for nobody, even
/// if a task begun in it lives on: its edges go with it, and no new ones are taken.
final class WaitForGraph: Sendable {
    static let shared = WaitForGraph()

    /// The attempt that the current task is part of.
    @TaskLocal static var current: Attempt?

    /// One attempt of a loader to load.
    final class Attempt: Sendable {
        let loader: Node
        /// Changed under the lock of the graph only.
        let isOver = Atomic(false)

        init(_ loader: Node) {
            self.loader = loader
        }
    }

    struct Node: Sendable {
        let id: ObjectIdentifier
        let name: String
    }

    /// What one attempt waits for; it may wait for several, and for one of them twice.
    private struct Waits {
        let attempt: Attempt
        var awaited: [ObjectIdentifier: (node: Node, count: Int)] = [:]
    }

    private let edges = Mutex<[ObjectIdentifier: Waits]>([:])

    /// Whether a loader waits, or is waited for.
    func involves(_ loader: Loader) -> Bool {
        let id = ObjectIdentifier(loader)
        return edges.withLock { edges in edges[id] != nil || edges.values.contains { $0.awaited[id] != nil } }
    }

    /// Who waits for whom, a line each.
    var situation: String {
        let waits = edges.withLock { edges in
            edges.values.flatMap { waits in waits.awaited.values.map { "\(waits.attempt.loader.name) waits for \($0.node.name)" }
            }
        }
        return waits.sorted().joined(separator: "\n")
    }

    /// Notes that an attempt waits for a loader, if it has not ended.
    func enter(from attempt: Attempt, to awaited: Node) throws {
        let path = edges.withLock { edges -> [String]? in
            if attempt.isOver.load(ordering: .relaxed) { return nil }
            if let path = Self.path(from: awaited, to: attempt.loader, in: edges) { return path }
            edges[attempt.loader.id, default: Waits(attempt: attempt)].awaited[awaited.id, default: (awaited, 0)].count += 1
            return nil
        }
        if let path { throw LoadError.cycle(path: [attempt.loader.name] + path) }
    }

    func leave(from attempt: Attempt, to awaited: Node) {
        let id = attempt.loader.id
        edges.withLock { edges in
            guard edges[id]?.attempt === attempt, let count = edges[id]?.awaited[awaited.id]?.count else { return }
            edges[id]?.awaited[awaited.id]?.count = count - 1
            if count == 1 { edges[id]?.awaited[awaited.id] = nil }
            if edges[id]?.awaited.isEmpty == true { edges[id] = nil }
        }
    }

    /// Takes out an attempt that has ended.
    func end(_ attempt: Attempt) {
        edges.withLock { edges in
            attempt.isOver.store(true, ordering: .relaxed)
            if edges[attempt.loader.id]?.attempt === attempt { edges[attempt.loader.id] = nil }
        }
    }

    private static func path(from start: Node, to goal: Node, in edges: [ObjectIdentifier: Waits]) -> [String]? {
        var cameFrom: [ObjectIdentifier: Node] = [:]
        var frontier = [start]
        while let node = frontier.popLast() {
            if node.id == goal.id { return names(to: node, from: start, along: cameFrom) }
            for next in (edges[node.id]?.awaited ?? [:]).values where cameFrom[next.node.id] == nil {
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

/// Who waits for which load, in words: for whoever looks into a process that stands still.
package var loadSituation: String { WaitForGraph.shared.situation }
