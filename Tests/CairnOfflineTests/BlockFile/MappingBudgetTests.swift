import Foundation
import Testing

@testable import CairnOffline

struct MappingBudgetTests {
    @Test func `files share what the system allows, and what is given back is there again`() {
        var taken: [Int] = []
        while let share = MappingBudget.take(for: 60_000_000) { taken.append(share.mappings) }
        let all = taken.reduce(0, +)
        taken.forEach(MappingBudget.giveBack)
        #expect(all <= 24_000 && taken.count >= 1)
        #expect(MappingBudget.take(for: 1_000_000_000_000) == nil)
        var again: [Int] = []
        while let share = MappingBudget.take(for: 60_000_000) { again.append(share.mappings) }
        again.forEach(MappingBudget.giveBack)
        #expect(again.reduce(0, +) >= all - 20_000)
    }

    @Test func `a file that is let go gives back what it was split into`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).bytes")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(count: 9 << 20).write(to: url)
        for _ in 0..<40 {
            let file = try MappedFile(url.path)
            for _ in 0..<2 { file.splitWindows() }
        }
        let share = try #require(MappingBudget.take(for: 9 << 20))
        MappingBudget.giveBack(share.mappings)
        #expect(share.part == BlockFormat.blockSize)
    }
}
