import CairnCore
import CairnGeo
import Foundation

/// Where a line goes, in degrees clockwise from north.
struct Bearing: Sendable, Equatable {
    let degrees: Double

    /// How far along a line one looks, in metres: the first steps out of a junction lead round a kerb.
    private static let sight = 15.0

    /// Where a line sets out to; nil if it leads nowhere.
    init?(leaving line: [RoadDraft.Place]) { self.init(line) }

    /// Where a line comes in; nil if it leads nowhere.
    init?(entering line: [RoadDraft.Place]) {
        guard let back = Bearing(line.reversed()) else { return nil }
        degrees = (back.degrees + 180).truncatingRemainder(dividingBy: 360)
    }

    private init?(_ line: [RoadDraft.Place]) {
        guard let start = line.first else { return nil }
        var (seen, last, passed) = (start, start, 0.0)
        for place in line.dropFirst() {
            passed += RoadLength.metres(last, place)
            (seen, last) = (place, place)
            if passed >= Self.sight { break }
        }
        let (from, to) = (start.position, seen.position)
        let east = (to.x - from.x) * cos(from.y * .pi / 180)
        let north = to.y - from.y
        guard east != 0 || north != 0 else { return nil }
        let angle = atan2(east, north) * 180 / .pi
        degrees = angle < 0 ? angle + 360 : angle
    }

    init(degrees: Double) { self.degrees = degrees }

    /// By how much one turns to go on elsewhere: -180 to 180, to the right above zero.
    func turn(to next: Bearing) -> Double {
        let turn = (next.degrees - degrees).truncatingRemainder(dividingBy: 360)
        return turn > 180 ? turn - 360 : turn <= -180 ? turn + 360 : turn
    }

    /// Of eight.
    var compassPoint: CompassPoint {
        CompassPoint.allCases[Int(rounding: degrees / 45).map { $0 % 8 } ?? 0]
    }
}

/// Where one sets out to.
enum CompassPoint: CaseIterable, Sendable {
    case north, northeast, east, southeast, south, southwest, west, northwest
}
