import CairnCore
import CairnGeo
import CairnTesting
import Foundation
import Testing

struct FeaturePBFReaderTests {
    private func read(_ bytes: [UInt8], pieces: () -> Int = { .max }) throws -> FeatureSet {
        try FeaturePBFReader().set(of: bytes, pieces: pieces)
    }

    private func fixture(_ name: String) throws -> (set: FeatureSet, expected: [JSONValue])? {
        let files = Fixture.files("feature-pbf", "pbf").filter { $0.lastPathComponent == "\(name).pbf" }
        guard let file = files.first else { return nil }
        let expected = file.deletingPathExtension().appendingPathExtension("geojson")
        let json = try JSONValue(parsing: Data(contentsOf: expected))
        return (try read([UInt8](Data(contentsOf: file))), json["featureCollection"]?["features"]?.array ?? [])
    }

    /// All numbers of nested lists, in order.
    private func numbers(_ json: JSONValue) -> [Double] {
        json.array?.flatMap(numbers) ?? json.double.map { [$0] } ?? []
    }

    @Test(arguments: ["pbf-points", "pbf-multilinestring", "pbf-null-handling"])
    func `recorded answers decode to what another decoder makes of them`(name: String) throws {
        guard let (set, expected) = try fixture(name) else { return }
        #expect(set.features.count == expected.count && expected.count > 0)
        for (feature, other) in zip(set.features, expected) {
            for (name, value) in other["properties"]?.object ?? [:] {
                let own = feature.attributes[name]
                #expect(own?.esriJSON == value || (own?.esriJSON.double ?? .nan) == value.double, "\(name)")
            }
            let own = feature.geometry?.positions.flatMap { [$0.x, $0.y] } ?? []
            let others = numbers(other["geometry"]?["coordinates"] ?? [])
            let areSame = own.count == others.count && zip(own.sorted(), others.sorted()).allSatisfy { abs($0 - $1) < 1e-6 }
            #expect(areSame)
        }
    }

    @Test func `features come back as they were written, in whatever pieces`() throws {
        for seed in 0..<UInt64(rounds(300, long: 50_000)) {
            var random = SeededGenerator(seed: seed)
            let drawn = RandomFeatures(using: &random)
            let bytes = try drawn.pbf()
            let longest = [1, 5, 100, 100_000].randomElement(using: &random) ?? 1
            let set = try read(bytes) { Int.random(in: 1...longest, using: &random) }
            #expect(set.fields == drawn.set.fields && set.spatialReference == drawn.set.spatialReference)
            #expect(
                set.exceededTransferLimit == drawn.set.exceededTransferLimit && set.features.count == drawn.set.features.count)
            for (own, other) in zip(set.features, drawn.set.features) {
                #expect(own.attributes == other.attributes)
                let isNear = drawn.isNear(own.geometry, other.geometry)
                #expect(isNear, "\(seed)")
            }
        }
    }

    @Test func `what is damaged is read or refused, and takes no memory for what it only says`() throws {
        var (read, refused) = (0, 0)
        for seed in 0..<UInt64(rounds(3000, long: 1_000_000)) {
            var random = SeededGenerator(seed: seed)
            var bytes = try RandomFeatures(using: &random).pbf()
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(contentsOf: [255, 255, 255, 255, 255, 255, 255, 255, 127], at: place)
                default: bytes = Array(bytes.prefix(max(1, place)))
                }
            }
            do {
                _ = try self.read(bytes) { Int.random(in: 1...500, using: &random) }
                read += 1
            } catch is GeometryError {
                refused += 1
            }
        }
        #expect(read > 100 && refused > 500)
    }

    @Test(arguments: [
        (Array("{\"error\":{}}".utf8), "no feature collection"), (Array("<html>".utf8), "no feature collection"),
        ([0x12, 0x05], "too early"),
        ([0x12, 0x04, 0x0A, 0x02, 0x7A, 0x05], "too early"), ([0x12, 0x03, 0x0A, 0x05, 0x7A], "longer than the one"),
        // A feature with a value for no field; one with a field and no value; fields behind features.
        ([0x12, 0x06, 0x0A, 0x04, 0x7A, 0x02, 0x0A, 0x00], "more values"),
        ([0x12, 0x08, 0x0A, 0x06, 0x6A, 0x02, 0x0A, 0x00, 0x7A, 0x00], "fewer values"),
        ([0x12, 0x06, 0x0A, 0x04, 0x7A, 0x00, 0x6A, 0x00], "behind its features"),
    ])
    func `a refusal says what is wrong`(bytes: [UInt8], reason: String) {
        #expect { try read(bytes) } throws: { "\($0)".contains(reason) }
    }

    @Test func `nothing is no collection`() {
        var reader = FeaturePBFReader()
        reader.finish()
        var features: [Feature] = []
        #expect(throws: Never.self) { try reader.read(into: &features) }
        #expect(!reader.hasFeatures)
    }
}
