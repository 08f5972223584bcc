import Foundation

/// Measures parts of a road against each other, in a plane: a step east is as long as it is where the road begins. What is told in metres is measured by
/// ``RoadLength``.
struct LineMeasure {
    private let cosine: Double

    init(from beginning: RoadDraft.Place) { cosine = cos(Double(beginning.latitude) * .pi / 180e7) }

    @inline(__always)
    func length(_ from: RoadDraft.Place, _ to: RoadDraft.Place) -> Double {
        let east = (Double(to.longitude) - Double(from.longitude)) * cosine
        let north = Double(to.latitude) - Double(from.latitude)
        return (east * east + north * north).squareRoot()
    }
}
