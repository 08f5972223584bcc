@testable import CairnGeo
import Testing

/// What is read of a document while it comes.
struct ArrivingBytesTests {
    @Test func `a value that comes in many pieces is begun anew seldom`() {
        var arrived = ArrivingBytes()
        var looked = 0
        for _ in 0..<10_000 {
            arrived.append([UInt8](repeating: 0x61, count: 100))
            guard arrived.areWorthReading() else { continue }
            looked += arrived.bytes.count - arrived.position
            let isWaiting = arrived.waitForMore()
            #expect(isWaiting)
        }
        #expect(looked <= 2 * arrived.bytes.count)
    }

    @Test(arguments: [1, 7, 1000]) func `nobody waits for the end of what is too large`(piece: Int) {
        var arrived = ArrivingBytes()
        var isWaiting = true
        while isWaiting, arrived.bytes.count < 100_000 {
            arrived.append([UInt8](repeating: 0x61, count: piece))
            if arrived.areWorthReading() { isWaiting = arrived.waitForMore(atMost: 20_000) }
        }
        #expect(!isWaiting && (20_001..<20_001 + piece).contains(arrived.bytes.count))
    }

    @Test func `blanks behind a document are let go of`() throws {
        let blanks = [UInt8](repeating: 0x20, count: 1000)
        var (set, collection, features) = (FeatureSetReader(), GeoJSONReader(), [Feature]())
        set.append(Array(#"{"fields":[],"features":[]}"#.utf8))
        collection.append(Array(#"{"type":"FeatureCollection","features":[]}"#.utf8))
        for _ in 0..<100 {
            try set.read(into: &features)
            try collection.read { _ in }
            #expect(set.arrived.position == set.arrived.bytes.count)
            #expect(collection.arrived.position == collection.arrived.bytes.count)
            set.append(blanks)
            collection.append(blanks)
            #expect(set.arrived.bytes.count <= 1000 && collection.arrived.bytes.count <= 1000)
        }
        set.append([0x61])
        #expect(throws: (any Error).self) { try set.read(into: &features) }
    }
}
