import CairnGeo
import Testing

@testable import CairnOffline

struct PlaceMetricTests {
    private func place(_ random: inout FixedRandom) -> (x: Int32, y: Int32) {
        // As often near a pole and the date line as elsewhere.
        let x =
            Bool.random(using: &random)
            ? Double.random(in: -180...180, using: &random) : 180 - Double.random(in: -0.2...0.2, using: &random)
        let y =
            Bool.random(using: &random)
            ? Double.random(in: -90...90, using: &random)
            : [-1, 1].randomElement(using: &random)! * (90 - Double.random(in: 0...0.2, using: &random))
        return (Fixed.from(x > 180 ? x - 360 : x), Fixed.from(y))
    }

    private func near(_ place: (x: Int32, y: Int32), _ random: inout FixedRandom) -> (x: Int32, y: Int32) {
        let reach = Int32(10).power(of: Int.random(in: 1...8, using: &random))
        func moved(_ side: Int32, _ most: Int) -> Int32 {
            Int32(clamping: max(-most, min(most, Int(side) + Int(Int32.random(in: -reach...reach, using: &random)))))
        }
        return (moved(place.x, 1_800_000_000), moved(place.y, 900_000_000))
    }

    private func position(_ place: (x: Int32, y: Int32)) -> Position {
        Position(x: Fixed.degrees(place.x), y: Fixed.degrees(place.y))
    }

    @Test func `distances are those of geodesics, to a millionth`() {
        var random = FixedRandom(seed: 1)
        for _ in 0..<20_000 {
            let a = place(&random)
            let b = near(a, &random)
            let exact = Geodesic.distance(from: position(a), to: position(b))
            let found = PlaceMetric(position(a)).squaredDistance(b.x, b.y).squareRoot()
            #expect(abs(found - exact) <= exact * 2e-6 + 1e-6, "\(position(a)) \(position(b)): \(found), \(exact)")
        }
    }

    @Test func `no distance is longer than it is said to be at most, nor much shorter`() {
        var random = FixedRandom(seed: 4)
        for round in 0..<20_000 {
            let a = place(&random)
            let b = round % 2 == 0 ? place(&random) : near(a, &random)
            let metric = PlaceMetric(position(a))
            let (square, most) = (metric.squaredDistance(b.x, b.y), metric.mostSquaredDistance(b.x, b.y))
            let isShort = most.squareRoot() <= square.squareRoot() * 1.0105 + 0.0011
            #expect(square <= most && isShort, "\(position(a)) \(position(b)): \(most), \(square)")
            // Else what is nearest is cut off by what was known of it.
            let bound = metric.bound(GeoBox(x: b.x, y: b.y))
            #expect(bound <= most, "\(position(a)) \(position(b)): \(most), \(bound)")
        }
    }

    @Test func `no box is nearer than its bound, and none within a limit lies outside of its window`() {
        var random = FixedRandom(seed: 2)
        for _ in 0..<20_000 {
            let (a, b) = (place(&random), place(&random))
            let corner = near(b, &random)
            var box = GeoBox(x: b.x, y: b.y)
            box.include(GeoBox(x: corner.x, y: corner.y))
            let inside = (
                x: Int32.random(in: box.xMin...box.xMax, using: &random), y: Int32.random(in: box.yMin...box.yMax, using: &random)
            )
            let metric = PlaceMetric(position(a))
            let square =
                Geodesic.distance(from: position(a), to: position(inside))
                * Geodesic.distance(from: position(a), to: position(inside))
            #expect(metric.bound(box) <= square * (1 + 1e-9) + 1e-6, "\(position(a)) \(box)")
            #expect(box.intersects(metric.window(square * (1 + 1e-9) + 1e-6)), "\(position(a)) \(box)")
            let close = near(a, &random)
            let own = metric.squaredDistance(close.x, close.y)
            #expect(GeoBox(x: close.x, y: close.y).intersects(metric.window(own + 1e-6)))
            #expect(!metric.isBeyond(own, close.x, close.y))
        }
    }
}

extension Int32 {
    fileprivate func power(of exponent: Int) -> Int32 { (0..<exponent).reduce(1) { product, _ in product * self } }
}
