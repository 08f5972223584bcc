@testable import CairnWorkflow

/// A laid out graph of boxes that are all the same.
struct Boxes {
    private static let size = GraphLayout.Size(width: 80, height: 30)
    private let layout: GraphLayout
    private let prerequisites: [[Int]]

    init(_ prerequisites: [[Int]]) {
        self.prerequisites = prerequisites.map { Array(Set($0)).sorted() }
        layout = GraphLayout(sizes: prerequisites.map { _ in Self.size }, prerequisites: self.prerequisites)
    }

    var overlap: Bool {
        layout.boxes.indices.contains { first in
            layout.boxes.indices.contains { second in
                let (one, other) = (layout.boxes[first], layout.boxes[second])
                return first < second && abs(one.x - other.x) < Self.size.width && abs(one.y - other.y) < Self.size.height
            }
        }
    }

    var linePointCounts: [Int] { layout.lines.map(\.points.count) }

    var prerequisitesAreLeft: Bool {
        prerequisites.enumerated().allSatisfy { box, prerequisites in
            prerequisites.allSatisfy { layout.boxes[$0].x + Self.size.width < layout.boxes[box].x }
        }
    }
}
