import CairnCore

/// A hierarchy to search in: whatever holds its memory, an array or a file, is kept alive by who searches.
///
/// Nodes are numbered from the highest, so that what all searches come to stands together, at the front. What joins a node and a higher one is one
/// arc, whatever its direction: most roads have both, and a search looks at each.
struct Hierarchy {
    struct Arc: BitwiseCopyable {
        /// The higher end.
        let node: UInt32
        /// What it costs to it; ``Distance/none`` if one may not go that way.
        let upward: UInt32
        /// What it costs from it.
        let downward: UInt32
    }

    /// What one direction of an arc consists of: an arc of the input, or two arcs at a lower node, first down one and then up another.
    struct Parts: BitwiseCopyable, Equatable {
        private static let isInput: UInt32 = 1 << 31

        let first: UInt32
        let second: UInt32

        init(input: UInt32) { (first, second) = (input | Self.isInput, 0) }

        init(downward: UInt32, upward: UInt32) { (first, second) = (downward, upward) }

        /// Of a direction that there is not.
        static let none = Parts(input: 0)

        /// What stands for an arc of the input, unless it is a shortcut.
        @inline(__always)
        var input: UInt32? { first & Self.isInput != 0 ? first & ~Self.isInput : nil }
    }

    let nodeCount: Int
    /// Where the arcs of each node begin, and, one more, where they end.
    let starts: UnsafePointer<UInt32>
    let arcs: UnsafePointer<Arc>
    /// Of each arc two: those of upward and those of downward.
    let parts: UnsafePointer<Parts>
    /// What is known between the highest nodes: none, until it was reckoned.
    var transits = TransitCosts.none

    @inline(__always)
    func range(of node: Int) -> Range<Int> { Range(uncheckedBounds: (Int(starts[node]), Int(starts[node &+ 1]))) }
}
