import CairnCore
import CairnGeo

/// Where one day becomes the next: 180° of longitude, east and west. A road has its line on one side of it.
enum DateLine {
    private static let longitude: Int32 = 1_800_000_000

    /// Whether the shorter way from one place to another crosses it.
    static func isCrossed(from: RoadDraft.Place, to: RoadDraft.Place) -> Bool {
        abs(Int(to.longitude) - Int(from.longitude)) > Int(longitude)
    }

    /// Whether both are one place on Earth, though written from either side.
    static func isSame(_ one: RoadDraft.Place, _ other: RoadDraft.Place) -> Bool {
        one == other || one.latitude == other.latitude && abs(one.longitude) == longitude && one.longitude == -other.longitude
    }

    /// The line of a road on a plane, where what leads to the other side and nowhere else would lead round the Earth.
    static func onPlane(_ line: [RoadDraft.Place]) -> [RoadDraft.Place] {
        line.count == 2 && isSame(line[0], line[1]) ? [line[0], line[0]] : line
    }

    /// A line, cut where it crosses: each piece ends where the next begins, on the other side.
    static func pieces(of line: [RoadDraft.Place]) -> [[RoadDraft.Place]] {
        guard zip(line, line.dropFirst()).contains(where: { isCrossed(from: $0, to: $1) }) else { return [line] }
        var pieces = [Array(line.prefix(1))]
        for (from, to) in zip(line, line.dropFirst()) {
            if isCrossed(from: from, to: to) {
                let (end, beginning) = crossing(from, to)
                pieces[pieces.count - 1].append(end)
                pieces.append([beginning])
            }
            pieces[pieces.count - 1].append(to)
        }
        return pieces
    }

    /// The place where a segment crosses, on its first side and on its other.
    private static func crossing(_ from: RoadDraft.Place, _ to: RoadDraft.Place) -> (RoadDraft.Place, RoadDraft.Place) {
        let (end, beginning) = crossing(from.position, to.position)
        func place(_ position: Position) -> RoadDraft.Place {
            RoadDraft.Place(
                longitude: position.x < 0 ? -longitude : longitude, latitude: Int32(rounding: position.y * 1e7) ?? from.latitude)
        }
        return (place(end), place(beginning))
    }

    /// What a line in degrees is drawn as: several paths where it goes from one side to the other; none of a line that leads nowhere.
    static func paths(of line: [Position]) -> [[Position]] {
        var paths: [[Position]] = []
        for place in line {
            guard let last = paths.last?.last else {
                paths.append([place])
                continue
            }
            if abs(place.x - last.x) > 180 {
                let (end, beginning) = crossing(last, place)
                append(end, to: &paths[paths.count - 1])
                paths.append([beginning])
            }
            append(place, to: &paths[paths.count - 1])
        }
        return paths.filter { $0.count > 1 }
    }

    private static func append(_ place: Position, to path: inout [Position]) {
        if let last = path.last, last.x == place.x, last.y == place.y { return }
        path.append(place)
    }

    /// Where a segment crosses, with the measure there.
    private static func crossing(_ from: Position, _ to: Position) -> (Position, Position) {
        let (before, behind) = (180 - abs(from.x), 180 - abs(to.x))
        let share = before + behind > 0 ? before / (before + behind) : 0
        func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
        func place(_ longitude: Double) -> Position {
            var place = Position(x: longitude, y: between(from.y, to.y))
            if let a = from.m, let b = to.m { place.m = between(a, b) }
            return place
        }
        return from.x > 0 ? (place(180), place(-180)) : (place(-180), place(180))
    }
}
