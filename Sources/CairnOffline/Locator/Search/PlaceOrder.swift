import CairnCore
import CairnGeo
import Foundation

/// Puts places in an order in which those that follow each other lie side by side.
enum PlaceOrder {
    /// Of a key the upper 44 bits are a cell of the curve, of ten metres, and the others the place's number within its block.
    private static let (levels, numberBits) = (22, 20)
    /// So many places are put in order at once.
    private static let block = 1 << numberBits
    /// Below so many keys a plain sort is quicker.
    private static let few = 4096

    /// The numbers of the places that are places, each once: every million of them along Hilbert's curve, and of those in a cell the first first.
    static func alongCurve(_ places: [Position]) -> [Int] {
        var order: [Int] = []
        order.reserveCapacity(places.count)
        for start in stride(from: 0, to: places.count, by: block) {
            let keys = sorted(keys(of: places[start..<min(start + block, places.count)]))
            for key in keys { order.append(start + Int(truncatingIfNeeded: key & UInt64(block - 1))) }
        }
        return order
    }

    private static func keys(of places: ArraySlice<Position>) -> [UInt64] {
        var keys: [UInt64] = []
        keys.reserveCapacity(places.count)
        for index in places.indices {
            guard let place = places[index].onEarth else { continue }
            let cell = HilbertCurve.index(ofX: Fixed.from(place.x), y: Fixed.from(place.y), levels: levels)
            keys.append(cell << numberBits | UInt64(truncatingIfNeeded: index - places.startIndex))
        }
        return keys
    }

    private static func sorted(_ keys: [UInt64]) -> [UInt64] {
        if keys.count <= few { return keys.sorted() }
        var (keys, other) = (keys, [UInt64](repeating: 0, count: keys.count))
        // The numbers ascend already, and those of a digit stay in their order.
        for shift in stride(from: numberBits, to: 64, by: digitBits) {
            distribute(keys, &other, UInt64(shift))
            swap(&keys, &other)
        }
        return keys
    }

    private static let digitBits = 11

    /// Writes keys by one of their digits.
    private static func distribute(_ keys: [UInt64], _ sorted: inout [UInt64], _ shift: UInt64) {
        let mask = UInt64(1 << digitBits - 1)
        var places = [Int](repeating: 0, count: 1 << digitBits)
        for index in keys.indices { places[Int(truncatingIfNeeded: keys[index] &>> shift & mask)] += 1 }
        var sum = 0
        for digit in places.indices { (places[digit], sum) = (sum, sum + places[digit]) }
        for index in keys.indices {
            let digit = Int(truncatingIfNeeded: keys[index] &>> shift & mask)
            sorted[places[digit]] = keys[index]
            places[digit] += 1
        }
    }
}

extension Position {
    /// With a longitude of -180 to 180 degrees.
    var reduced: Position { abs(x) <= 180 ? self : Position(x: remainder(x, 360), y: y) }

    /// The same; nil if it is no place on earth.
    var onEarth: Position? { x.isFinite && abs(y) <= 90 ? reduced : nil }
}
