import CairnCore
import CairnGeo

/// Finds out which places of several tables are the same, and where places of a name are.
struct PlaceMerge {
    /// A place as far as it must be kept in memory: 32 bytes.
    struct Place {
        /// Of its name.
        var hash: UInt32
        var serial: UInt32
        var context: UInt32
        var x: Int32
        var y: Int32
        var importance: UInt16
        var table: UInt16
    }

    private(set) var places: [Place] = []

    var count: Int { places.count }

    mutating func append(_ place: Place) { places.append(place) }

    /// The most important first, of those of one name.
    mutating func sort() {
        places.sort { ($0.hash, $1.importance, $0.serial) < ($1.hash, $0.importance, $1.serial) }
    }

    /// A place that another one is, and the context that the other has for it.
    struct Same {
        let keeper: Place
        let context: UInt32
    }

    /// By serial, the places that are others: of another table, of the same name, in the same country, within 25 km.
    ///
    /// - Parameter areOne: Whether two contexts may be of one country, and of one state.
    func same(where areOne: (UInt32, UInt32) -> Bool) -> [UInt32: Same] {
        var same: [UInt32: Same] = [:]
        var start = 0
        while start < places.count {
            var end = start + 1
            while end < places.count, places[end].hash == places[start].hash { end += 1 }
            for index in start..<end where end - start > 1 {
                let place = places[index]
                // Only what one table says of importance is looked for in another.
                let match = places[start..<index].first { other in
                    other.table != place.table && other.importance > 0 && same[other.serial] == nil
                        && Self.isNear(other, place) && areOne(other.context, place.context)
                }
                if let match { same[place.serial] = Same(keeper: match, context: place.context) }
            }
            start = end
        }
        return same
    }

    /// The place of that name that is nearest to another, within 50 km.
    ///
    /// - Parameter mayBe: Whether one may be meant.
    func nearest(named hash: UInt32, to spot: (x: Int32, y: Int32), where mayBe: (Place) -> Bool = { _ in true }) -> Place? {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        return places[low...].prefix { $0.hash == hash }.filter(mayBe).map { ($0, Self.distance($0, spot)) }
            .filter { $0.1 < 50_000 }.min { $0.1 < $1.1 }?.0
    }

    /// The place that is nearest to another, within 50 km.
    func nearest(to spot: (x: Int32, y: Int32)) -> Place? {
        var best: (place: Place, distance: Double)?
        for place in places where abs(Int(place.y) - Int(spot.y)) < 5_000_000 && abs(Int(place.x) - Int(spot.x)) < 20_000_000 {
            let distance = Self.distance(place, spot)
            if distance < best?.distance ?? 50_000 { best = (place, distance) }
        }
        return best?.place
    }

    private static func isNear(_ one: Place, _ other: Place) -> Bool { distance(one, (other.x, other.y)) < 25_000 }

    private static func distance(_ place: Place, _ spot: (x: Int32, y: Int32)) -> Double {
        Geodesic.distance(
            from: Position(x: Fixed.degrees(place.x), y: Fixed.degrees(place.y)),
            to: Position(x: Fixed.degrees(spot.x), y: Fixed.degrees(spot.y)))
    }
}
