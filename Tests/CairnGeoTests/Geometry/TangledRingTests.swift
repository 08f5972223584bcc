#if os(Linux) || os(macOS)
    import CairnCore
    import CairnTesting
    import Foundation
    import Testing

    @testable import CairnGeo

    /// Rings that cross themselves by the thousand, and computations that nobody waits for any more.
    @Suite(.timeLimit(.minutes(10)))
    struct TangledRingTests {
        private static func tangle(_ count: Int, seed: UInt64 = 1) -> [Position] {
            var random = SeededGenerator(seed: seed)
            return (0..<count).map { _ in
                Position(x: Double.random(in: 0...10, using: &random), y: Double.random(in: 0...10, using: &random))
            }
        }

        private func polygon(_ rings: [Position]...) -> Geometry { .polygon(Geometry.Polygon(rings: rings)) }

        /// Valid, and of edges of which each lies near a quarter of the others.
        private func star(_ count: Int) -> Geometry {
            polygon(
                (0..<count).map { index in
                    let (angle, radius) = (-2 * Double.pi * Double(index) / Double(count), index % 2 == 0 ? 1 : 0.01)
                    return Position(x: radius * cos(angle), y: radius * sin(angle))
                })
        }

        @Test func `crossings are counted as by looking at each pair`() throws {
            var random = SeededGenerator(seed: 7)
            for round in 0..<100 {
                let rings = (0..<(1 + round % 3)).map {
                    Self.tangle(Int.random(in: 3...40, using: &random), seed: UInt64(round * 3 + $0))
                }
                let edges = rings.flatMap { ring in zip(ring, ring.dropFirst() + ring.prefix(1)).map { ($0, $1) } }
                func side(_ a: Position, _ b: Position, _ c: Position) -> Bool {
                    (b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x)
                }
                var count = 0
                for (index, (a, b)) in edges.enumerated() {
                    for (c, d) in edges[(index + 1)...] where ![c, d].contains(a) && ![c, d].contains(b) {
                        if side(a, b, c) != side(a, b, d), side(c, d, a) != side(c, d, b) { count += 1 }
                    }
                }
                #expect(try !RingCrossings(rings, most: count).areTooMany())
                if count > 0 { #expect(try RingCrossings(rings, most: count - 1).areTooMany()) }
            }
        }

        @Test func `a ring of 300 vertices by chance is repaired, and holds what an odd number of crossings leads to`() throws {
            let ring = Self.tangle(300)
            let prepared = try PreparedGeometry(polygon(ring))
            let locator = RingLocator(ring)
            var steps = 0
            for place in Self.tangle(300, seed: 2) {
                let isInside = locator.location(of: place, steps: &steps) == .inside
                #expect(try prepared.intersects(.point(MapPoint(place))) == isInside)
            }
        }

        @Test func `what is repaired is valid`() throws {
            for seed in 1...20 { #expect(try polygon(Self.tangle(30, seed: UInt64(seed))).madeValid().isValid) }
        }

        @Test func `rings that cross too often are refused with words, however many vertices they have`() throws {
            for count in [2_000, 200_000] {
                #expect {
                    try polygon(Self.tangle(count)).intersects(.point(MapPoint(x: 5, y: 5)))
                } throws: { "\($0)".contains("cross more than 50000 times") }
            }
            // Long edges side by side, of which few cross.
            let comb = (0..<100_000).map { Position(x: Double($0) * 1e-6 + Double($0 % 2), y: Double($0 % 2)) }
            #expect(throws: GeometryError.self) { try polygon(comb).madeValid() }
        }

        @Test func `what is computed for a task that has been cancelled ends`() async throws {
            let star = star(400_000)
            let task = Task { try await Desk().perform { try star.buffered(by: 1) } }
            task.cancel()
            #expect(await task.result.failure as? GeometryError == .cancelled)
        }

        @Test func `a computation that is cancelled in the midst ends, and others side by side are right`() async throws {
            let (one, other) = (Self.tangle(60), Self.tangle(60, seed: 2))
            let expected = try polygon(one).intersection(polygon(other))
            for _ in 0..<20 {
                let task = Task { try await Desk().perform { while true { _ = try polygon(one).union(polygon(other)) } } }
                let aside = Task {
                    try await Desk().perform { try (0..<3).map { _ in try polygon(one).intersection(polygon(other)) } }
                }
                await Task.yield()
                task.cancel()
                #expect(await task.result.failure as? GeometryError == .cancelled)
                for result in try await aside.value { #expect(result == expected) }
            }
        }
    }

    /// Computes on a thread of its own: until it is cancelled, others need those of tasks.
    private actor Desk {
        private let executor = QueueExecutor("cairn.tests.desk")
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func perform<Value: Sendable>(_ body: @Sendable () throws -> Value) throws -> Value { try body() }
    }

    extension Result {
        fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
    }
#endif
