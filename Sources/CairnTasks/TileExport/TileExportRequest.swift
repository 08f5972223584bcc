import CairnCore
import CairnGeo
import Foundation

/// Which tiles a service is asked for.
struct TileExportRequest {
    let service: String
    let info: TileServiceInfo
    /// Where; nil for everywhere.
    let area: Geometry?
    let levels: [Int]

    init(_ service: String, _ info: TileServiceInfo, _ area: Geometry?, _ levels: [Int]) {
        (self.service, self.info, self.levels) = (service, info, Set(levels).sorted())
        let reference = info.tileInfo?.spatialReference
        self.area = area.map { area in reference.flatMap { try? area.projected(to: $0) } ?? area }
    }

    /// Finds out what the service would refuse, before it is asked.
    ///
    /// - Throws: ``TileExportError``.
    func expectPossible() throws {
        guard let tileInfo = info.tileInfo else { throw TileExportError.noTiles(service: service) }
        guard info.allowsExportingTiles else { throw TileExportError.notAllowed(service: service) }
        let known = tileInfo.levelsOfDetail.map(\.level)
        guard !levels.isEmpty, Set(levels).isSubset(of: known) else {
            throw TileExportError.wrongLevels(service: service, asked: levels, known: known)
        }
        guard let count = count(tileInfo) else { return }
        if count == 0 { throw TileExportError.outside(service: service) }
        if let limit = info.maxExportTilesCount, count > limit {
            throw TileExportError.tooManyTiles(service: service, count: count, limit: limit)
        }
    }

    /// How many tiles there are at most: those of the rectangle, as far as the service shows something there. nil for what only the service can tell: of a
    /// polygon, or of coordinates of another kind.
    private func count(_ tileInfo: TileInfo) -> Int? {
        guard var box = info.fullExtent.flatMap({ try? $0.projected(to: tileInfo.spatialReference) }) ?? rectangle else {
            return nil
        }
        if area != nil {
            guard let rectangle, rectangle.spatialReference == nil || rectangle.spatialReference == tileInfo.spatialReference
            else {
                return nil
            }
            guard let shared = box.intersection(rectangle) else { return 0 }
            box = shared
        }
        return tileInfo.tiles(in: box, levels: levels).reduce(0) { sum, range in
            let (sum, isTooLarge) = sum.addingReportingOverflow(range.count)
            return isTooLarge ? .max : sum
        }
    }

    private var rectangle: Envelope? {
        if case .envelope(let box)? = area { box } else { nil }
    }

    /// The levels as services write them: `0-4,7`.
    var levelText: String {
        var ranges: [ClosedRange<Int>] = []
        for level in levels {
            if let last = ranges.last, last.upperBound + 1 == level {
                ranges[ranges.count - 1] = last.lowerBound...level
            } else {
                ranges.append(level...level)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
    }
}
