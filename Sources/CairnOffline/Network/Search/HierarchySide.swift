/// The arcs of a hierarchy in one direction: of each node those to higher ones, or those from higher ones.
///
/// Nodes are numbered from the highest, so that what all searches come to stands together, at the front.
struct HierarchySide {
    struct Arc: BitwiseCopyable {
        /// The higher end.
        let node: UInt32
        let weight: UInt32
    }

    /// What an arc consists of: an arc of the input, or of two arcs at a lower node, one of its downward and one of its upward ones.
    struct Parts: BitwiseCopyable {
        private static let isInput: UInt32 = 1 << 31

        let first: UInt32
        let second: UInt32

        init(inputArc: UInt32) { (first, second) = (inputArc | Self.isInput, 0) }

        init(downward: UInt32, upward: UInt32) { (first, second) = (downward, upward) }

        /// The arc of the input, unless it is a shortcut.
        @inline(__always)
        var inputArc: UInt32? { first & Self.isInput != 0 ? first & ~Self.isInput : nil }
    }

    /// Where the arcs of each node begin, and, one more, where they end.
    let starts: UnsafePointer<UInt32>
    let arcs: UnsafePointer<Arc>
    let parts: UnsafePointer<Parts>

    @inline(__always)
    func range(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node &+ 1]) }
}
