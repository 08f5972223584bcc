@testable import CairnGeo
import Testing

/// What is read of a document while it comes.
struct ArrivingBytesTests {
    @Test func `a value that comes in many pieces is begun anew seldom`() throws {
        var arrived = ArrivingBytes()
        var looked = 0
        for _ in 0..<10_000 {
            arrived.append([UInt8](repeating: 0x61, count: 100))
            guard arrived.areWorthReading() else { continue }
            looked += arrived.bytes.count - arrived.position
            try arrived.waitForMore()
        }
        #expect(looked <= 2 * arrived.bytes.count)
    }

    @Test(arguments: [1, 7, 1000]) func `nobody waits for the end of what is too large`(piece: Int) {
        var arrived = ArrivingBytes()
        var isWaiting = true
        while isWaiting, arrived.bytes.count < 100_000 {
            arrived.append([UInt8](repeating: 0x61, count: piece))
            guard arrived.areWorthReading() else { continue }
            do {
                try arrived.waitForMore(of: "A word", atMost: 20_000)
            } catch {
                #expect(error == .tooLarge(part: "A word", megabytes: 0))
                isWaiting = false
            }
        }
        #expect(!isWaiting && (20_001..<20_001 + piece).contains(arrived.bytes.count))
    }

    @Test func `what is too large is told by its part and its bound, and not as something that is no geometry`() {
        let words = "\(GeometryError.tooLarge(part: "A value", megabytes: ArrivingBytes().mostOfValue >> 20))"
        #expect(words.hasPrefix("A value has more than 64 MB") && !words.contains("geometry"))
    }

    @Test(arguments: [1, 7, 300]) func `only a list before its fields may be as large as a list`(piece: Int) throws {
        let feature = #"{"attributes":{"N":1}}"#
        let list = Array(repeating: feature, count: 100).joined(separator: ",")
        /// What is read of a set that has so much behind its features.
        func read(_ count: Int) throws -> [Feature] {
            var reader = FeatureSetReader()
            (reader.arrived.mostOfValue, reader.arrived.mostOfList) = (1000, 3000)
            let note = String(repeating: "a", count: count)
            let bytes = Array(
                #"{"features":[\#(list)],"note":"\#(note)","fields":[{"name":"N","type":"esriFieldTypeInteger"}]}"#.utf8)
            return try reader.set(of: bytes) { piece }.features
        }
        #expect(try read(900).map { $0.attributes["N"] } == Array(repeating: .integer(1), count: 100))
        #expect(throws: GeometryError.tooLarge(part: "A value", megabytes: 0)) { try read(1900) }
    }

    @Test func `blanks behind a set whose features came before their fields are let go of`() throws {
        var (reader, features) = (FeatureSetReader(), [Feature]())
        reader.append(Array(#"{"features":[{"attributes":{"N":1}}],"fields":[]}"#.utf8))
        for _ in 0..<100 {
            try reader.read(into: &features)
            reader.append([UInt8](repeating: 0x20, count: 100))
            #expect(reader.arrived.bytes.count <= 200)
        }
        reader.finish()
        try reader.read(into: &features)
        #expect(features.count == 1)
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
