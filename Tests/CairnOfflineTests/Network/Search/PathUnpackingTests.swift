import Testing

@testable import CairnOffline

struct PathUnpackingTests {
    /// Each node joined to the next higher one, by an arc that is twice the one below: as forged as can be.
    ///
    /// - Parameters:
    ///   - nodeCount: How many there are.
    ///   - legs: How many of the highest arcs a way leads over, all of which are twice the same one.
    private func unpacked(_ nodeCount: Int, legs: Int = 1) throws(PathDamage) -> [UInt32] {
        let starts = [0] + (0..<nodeCount).map { UInt32($0) }
        let arcs = (1..<nodeCount).map { Hierarchy.Arc(node: UInt32($0) - 1, upward: 1, downward: 1) }
        let parts = (1..<nodeCount).flatMap { node in
            let below = UInt32(max(node, legs))
            let part = node == nodeCount - 1 ? Hierarchy.Parts(input: 7) : Hierarchy.Parts(downward: below, upward: below)
            return [part, part]
        }
        return try starts.withUnsafeBufferPointer { (starts) throws(PathDamage) in
            try arcs.withUnsafeBufferPointer { (arcs) throws(PathDamage) in
                try parts.withUnsafeBufferPointer { (parts) throws(PathDamage) in
                    let hierarchy = Hierarchy(
                        nodeCount: nodeCount, starts: starts.baseAddress!, arcs: arcs.baseAddress!, parts: parts.baseAddress!)
                    var search = HierarchySearch(nodeCount: nodeCount)
                    guard let way = search.search(hierarchy, from: [.init(UInt32(legs))], to: [.init(0)]) else { return [] }
                    var path: [UInt32] = []
                    try search.path(of: way, in: hierarchy, &path)
                    return path
                }
            }
        }
    }

    @Test func `shortcuts are taken apart into the roads of the way`() throws {
        #expect(try unpacked(2) == [7])
        #expect(try unpacked(6) == Array(repeating: 7, count: 16))
        #expect(try unpacked(8, legs: 3) == Array(repeating: 7, count: 48))
    }

    @Test func `a way of more roads than a way can have is damage`() {
        #expect(throws: PathDamage.self) { try unpacked(22) }
        // A thousand roads for each of four: one alone might be.
        #expect(throws: PathDamage.self) { try unpacked(15, legs: 4) }
        #expect(throws: Never.self) { try unpacked(12) }
    }
}
