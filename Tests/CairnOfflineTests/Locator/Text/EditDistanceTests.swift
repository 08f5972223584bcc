import Testing

@testable import CairnOffline

struct EditDistanceTests {
    /// Optimal string alignment as the textbooks have it.
    private func model(_ a: [UInt32], _ b: [UInt32]) -> Int {
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }

    @Test func `bits count what a table counts, for any words and limits`() {
        var random = FixedRandom(seed: 7)
        func word(upTo length: Int) -> [UInt32] {
            (0..<Int.random(in: 0...length, using: &random)).map { _ in
                [0x61, 0x62, 0x63, 0xE9, 0x6771].randomElement(using: &random)!
            }
        }
        for round in 0..<5000 {
            let (a, b) = (word(upTo: round % 20 == 0 ? 64 : 9), word(upTo: round % 20 == 0 ? 70 : 9))
            let (distance, limit) = (model(a, b), Int.random(in: 0...6, using: &random))
            #expect(EditDistance(a)!.to(b, limit: limit) == (distance <= limit ? distance : nil), "\(a) \(b) \(limit)")
        }
    }

    @Test func `a word of more letters than a number has bits is compared from the other side`() {
        let long = [UInt32](repeating: 0x61, count: 65)
        #expect(EditDistance(long) == nil)
        #expect(EditDistance.between(long, Array(long.dropLast()), limit: 1) == 1)
        #expect(EditDistance.between(long, long, limit: 1) == nil)
    }
}
