import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// Which levels are exported, as clients write it: `1-4,7`, or the resolutions or scales of levels.
struct TileExportLevels {
    private let lods: [LevelOfDetail]

    /// - Parameter info: Of whose scheme only the levels count that there are tiles of.
    init(_ info: TileCacheInfo) {
        lods = info.tileInfo.levelsOfDetail.filter { info.levels?.contains($0.level) ?? true }
    }

    /// - Throws: A failure of code 400.
    func levels(_ text: String?, by kind: String?) throws -> [Int] {
        guard let text else { return lods.map(\.level) }
        var levels: Set<Int> = []
        for part in text.split(separator: ",") {
            let found =
                switch (kind ?? "LevelID").lowercased() {
                case "levelid": try numbers(String(part))
                case "resolution": try values(String(part), "resolution", \.resolution)
                case "scale": try values(String(part), "scale", \.scale)
                default:
                    throw ServiceFailure.export("exportBy", "it is none of LevelID, Resolution and Scale")
                }
            levels.formUnion(found)
        }
        guard !levels.isEmpty else { throw ServiceFailure.export("levels", "there is none") }
        return levels.sorted()
    }

    private func numbers(_ text: String) throws -> [Int] {
        let ends = Self.ends(text).map { Int($0) }
        guard ends.count == 1 || ends.count == 2, let first = ends[0], let last = ends[ends.count - 1], first <= last else {
            throw refusal(text, "is no level")
        }
        let found = lods.map(\.level).filter { (first...last).contains($0) }
        // In UInt: a range may be of any two numbers.
        guard UInt(found.count) == (last.magnitude - first.magnitude) + 1 else {
            throw refusal(text, "is no level that there is")
        }
        return found
    }

    private func values(_ text: String, _ name: String, _ value: (LevelOfDetail) -> Double) throws -> [Int] {
        let ends = Self.ends(text).map { Double(decimal: $0) }
        guard ends.count == 1 || ends.count == 2, let first = ends[0], let last = ends[ends.count - 1] else {
            throw refusal(text, "is no \(name)")
        }
        // They are written with few digits.
        let (low, high) = (min(first, last) * 0.999, max(first, last) * 1.001)
        let found = lods.filter { value($0) >= low && value($0) <= high }.map(\.level)
        guard !found.isEmpty else { throw refusal(text, "is no \(name) of a level that there is") }
        return found
    }

    private static func ends(_ text: String) -> [String] {
        text.split(separator: "-", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private func refusal(_ text: String, _ why: String) -> ServiceFailure {
        let known = lods.prefix(40).map { "\($0.level)" }.joined(separator: ", ")
        return .export("levels", "\"\(text.printable(upTo: 60))\" \(why); there are the levels \(known)")
    }
}
