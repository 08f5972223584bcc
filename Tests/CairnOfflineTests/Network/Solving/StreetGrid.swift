import CairnGeo
import CairnTasks
import Foundation

@testable import CairnOffline

/// A grid of streets of a hundred metres each way, at the equator; 10 m/s everywhere. One end of it is at (0, 0), streets lead east and north.
struct StreetGrid {
    /// About a hundred metres, in degrees times 10⁷.
    static let block: Int32 = 8983
    /// The same in degrees.
    static let step = 0.0008983
    let built: BuiltNetwork
    let network: RoadNetwork
    let draft: RoadDraft

    /// - Parameters:
    ///   - columns: How many junctions there are from west to east.
    ///   - rows: From south to north.
    ///   - change: What is to be different.
    init(_ columns: Int, _ rows: Int, _ change: (inout RoadDraft) -> Void = { _ in }) throws {
        var draft = RoadDraft()
        for row in 0..<rows {
            for column in 0..<columns {
                draft.vertices.append(RoadDraft.Place(longitude: Int32(column) * Self.block, latitude: Int32(row) * Self.block))
            }
        }
        func join(_ from: Int, _ to: Int, _ name: String) {
            draft.edges.append(
                RoadDraft.Edge(
                    from: UInt32(from), to: UInt32(to), roadClass: .residential, length: 100_000, drivingTime: 10_000,
                    drivingTimeBack: 10_000, isForWalking: true, name: draft.number(of: name)))
        }
        for row in 0..<rows {
            for column in 0..<columns {
                let node = row * columns + column
                if column + 1 < columns { join(node, node + 1, "Row \(row)") }
                if row + 1 < rows { join(node, node + columns, "Column \(column)") }
            }
        }
        change(&draft)
        self.draft = draft
        built = try BuiltNetwork(draft)
        network = RoadNetwork(built.url)
    }

    /// So many streets east and north of the beginning.
    static func point(_ x: Double, _ y: Double) -> MapPoint { MapPoint(latitude: y * step, longitude: x * step) }
}
