import Foundation

/// A land of streets in a grid, some of which are missing, with an arterial every tenth and a motorway every hundredth.
struct GeneratedLand {
    /// Junctions in a row, and rows.
    let side: Int

    func write(nodes: URL, edges: URL) throws {
        var random = Numbers(state: 7)
        var text = "id,lon,lat\n"
        for node in 0..<side * side {
            let (x, y) = (node % side, node / side)
            text += "\(node),\(degrees(x * 10_000 + random.below(4000))),\(degrees(y * 10_000 + random.below(4000)))\n"
        }
        try text.write(to: nodes, atomically: false, encoding: .utf8)
        text = "from,to,millimetres,milliseconds,oneway,class,name\n"
        for node in 0..<side * side {
            let (x, y) = (node % side, node / side)
            if x + 1 < side { append(node, node + 1, line: y, &text, &random) }
            if y + 1 < side { append(node, node + side, line: x, &text, &random) }
        }
        try text.write(to: edges, atomically: false, encoding: .utf8)
    }

    private func degrees(_ tenMillionths: Int) -> String { "\(Double(tenMillionths) / 1e7)" }

    private func append(_ from: Int, _ to: Int, line: Int, _ text: inout String, _ random: inout Numbers) {
        let (roadClass, speed) = line % 100 == 0 ? ("motorway", 110) : line % 10 == 0 ? ("primary", 70) : ("residential", 30)
        if speed == 30, random.below(10) < 3 { return }
        let length = 100_000 + random.below(40_000)
        text += "\(from),\(to),\(length),\(length * 36 / (speed * 10)),0,\(roadClass),Street \(line)\n"
    }

    private struct Numbers {
        var state: UInt64

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % bound
        }
    }
}
