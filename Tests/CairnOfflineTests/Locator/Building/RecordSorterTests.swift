import Foundation
import Testing

@testable import CairnOffline

struct RecordSorterTests {
    @Test(arguments: [1 << 20, 4096, 300, 1])
    func `records come in the order of their bytes, however little memory there is`(memory: Int) throws {
        var random = FixedRandom(seed: UInt64(memory))
        let sorter = RecordSorter(
            beside: FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path, memory: memory)
        var records: [[UInt8]] = []
        for _ in 0..<700 {
            let record = (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 0...3, using: &random) }
            records.append(record)
            try sorter.append(record)
        }
        var drained: [[UInt8]] = []
        try sorter.drain { drained.append(Array($0)) }
        #expect(sorter.count == 700)
        #expect(drained == records.sorted { $0.lexicographicallyPrecedes($1) })
    }

    @Test func `nothing is nothing`() throws {
        let sorter = RecordSorter(beside: FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path, memory: 100)
        try sorter.drain { _ in Issue.record("there is no record") }
    }
}
