import CairnCore
import CairnTasks

extension ServiceAreaParameters {
    /// What is asked for and not done by a network in a file, or done otherwise.
    func unmet(by kind: TravelKind) -> [String] {
        var messages: [String] = []
        if returnsPolygons, let asked = polygonBufferDistance, !AreaPainter.widths.contains(asked) {
            let width = Int(rounding: asked.clamped(to: AreaPainter.widths)) ?? 0
            messages.append("Areas end \(width) m from roads, which is as near to the \(asked) m that were asked for as can be.")
        }
        return returnsPolylines ? messages + unmetByLines(kind) : messages
    }

    private func unmetByLines(_ kind: TravelKind) -> [String] {
        var messages: [String] = []
        let cutoffs = facilities.map { ($0.impedanceCutoffs.isEmpty ? defaultImpedanceCutoffs : $0.impedanceCutoffs).count }
        if geometryAtCutoff == .rings, cutoffs.contains(where: { $0 > 1 }) {
            messages.append("Lines reach as far as the last cutoff, and are not cut at the others.")
        }
        if geometryAtOverlap != .overlap, facilities.count > 1 {
            messages.append("Lines of several facilities overlap: each facility has all of its own.")
        }
        for name in accumulateAttributeNames.uniqued()
        where name != kind.costName && RoadNetworkInfo.costNames(kind).contains(name) {
            messages.append("\(name) is not told along lines: there is \(kind.costName) alone.")
        }
        return messages
    }
}
