import CairnCore
import CairnGeo
import CairnTesting
import Foundation
import Testing

/// The reader of streams against the reader of trees.
struct FeatureSetReaderTests {
    /// What is read of bytes that come in pieces.
    private func read(_ bytes: [UInt8], fields: [Field] = [], pieces: () -> Int = { .max }) throws -> FeatureSet {
        try FeatureSetReader(fields: fields).set(of: bytes, pieces: pieces)
    }

    private func isSame(_ one: FeatureSet, _ other: FeatureSet) -> Bool {
        var (first, second) = (one, other)
        (first.features, second.features) = ([], [])
        return first == second && one.features.count == other.features.count
            && zip(one.features, other.features).allSatisfy { isSame($0, $1) }
    }

    /// Points without a place have no numbers that are equal.
    private func isSame(_ one: Feature, _ other: Feature) -> Bool {
        one.attributes == other.attributes && "\(String(describing: one.geometry))" == "\(String(describing: other.geometry))"
    }

    @Test(arguments: Fixture.files("feature", "json"))
    func `recorded answers are read as from their trees`(file: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: file))
        guard let tree = try? JSONValue(parsing: bytes), tree["features"]?.array != nil else { return }
        let set = try FeatureSet(esriJSON: tree)
        for length in [1, 2, 3, 9, 1000, .max] {
            let isSame = isSame(try read(bytes) { length }, set)
            #expect(isSame, "\(length)")
        }
    }

    @Test func `whatever a set looks like, and in whatever pieces it comes, it is read as from its tree`() throws {
        var (same, late) = (0, 0)
        for seed in 0..<UInt64(rounds(1000, long: 200_000)) {
            var sets = RandomFeatureSet(seed: seed)
            let bytes = Array(sets.text().utf8)
            let set = try FeatureSet(esriJSON: JSONValue(parsing: bytes))
            var random = SeededGenerator(seed: seed)
            let longest = [1, 7, 50, 1000].randomElement(using: &random) ?? 1
            do {
                let own = try read(bytes) { Int.random(in: 1...longest, using: &random) }
                let isSame = isSame(own, set)
                #expect(isSame, "\(seed)")
                same += 1
            } catch GeometryError.malformed(let reason) where reason.contains("stands behind the features") {
                // Who has all bytes at once reads them all the same.
                late += 1
            }
        }
        #expect(same > 10 * late && late > 0)
    }

    @Test func `what is damaged is refused where its tree is, and else read as its tree`() throws {
        var (read, refused) = (0, 0)
        for seed in 0..<UInt64(rounds(2000, long: 500_000)) {
            var sets = RandomFeatureSet(seed: seed / 4)
            var bytes = Array(sets.text().utf8)
            var random = SeededGenerator(seed: seed)
            for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] = Array("{}[],:\"\\0-.eEnt".utf8).randomElement(using: &random) ?? 0
                case 2: bytes.remove(at: place)
                default: bytes = Array(bytes.prefix(place))
                }
            }
            let tree = try? FeatureSet(esriJSON: JSONValue(parsing: bytes))
            let own = try? self.read(bytes) { Int.random(in: 1...200, using: &random) }
            guard let own else {
                refused += 1
                continue
            }
            read += 1
            let isRead = tree.map { isSame(own, $0) } ?? false
            #expect(isRead, "\(seed): \(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(read > 60 && refused > 300)
    }

    @Test(arguments: ["-746430766675.705484", "5301822960600.51913", "1500000000000.5", "1e12", "-0.25"])
    func `a moment between milliseconds is that of its tree`(moment: String) throws {
        let text = #"{"fields":[{"name":"when","type":"esriFieldTypeDate"}],"features":[{"attributes":{"when":\#(moment)}}]}"#
        let tree = try FeatureSet(esriJSON: JSONValue(parsing: text))
        #expect(try read(Array(text.utf8)).features == tree.features)
    }

    @Test func `fields that are known already give their types to features that come first`() throws {
        let text = #"{"features":[{"attributes":{"when":1500000000000}}],"fields":[{"name":"when","type":"esriFieldTypeDate"}]}"#
        let date = AttributeValue.date(Date(timeIntervalSince1970: 1_500_000_000))
        #expect(try read(Array(text.utf8), fields: [Field("when", type: .date)]) { 1 }.features[0].attributes["when"] == date)
        #expect(try read(Array(text.utf8)) { 1 }.features[0].attributes["when"] == date)
    }

    @Test(arguments: [
        (#"{"fields":[],"features":[{}],"hasZ":true}"#, "behind the features"),
        (#"{"fields":[],"features":[],"features":[]}"#, "two lists"),
        (#"{"fields":[],"transform":{"scale":[1,1]},"features":[{}]}"#, "Quantized"),
        (#"{"fields":[],"features":[{"geometry":{"curvePaths":[]}}]}"#, "True curves"),
        (#"{"fields":[],"features":[{"geometry":{"paths":[[[1]]]}}]}"#, "two numbers"),
        (#"{"fields":[],"features":[{}]} x"#, "follows"),
        (#"{"fields":[],"features":[{}"#, "too early"), ("", "too early"), ("[]", "no object"), ("<html>", "no object"),
        (#"{"fields":[],"features":[{"attributes":{"é":1,"e\u0301":2}}]}"#, "other code points"),
    ])
    func `a refusal says what is wrong`(text: String, reason: String) {
        #expect { try read(Array(text.utf8)) } throws: { "\($0)".contains(reason) }
    }

    @Test func `a set without a list of features is told from one that has none`() throws {
        for (text, hasFeatures) in [
            (#"{"error":{"code":400}}"#, false), (#"{"features":null}"#, false), (#"{"features":[]}"#, true),
        ] {
            var reader = FeatureSetReader()
            reader.append(text.utf8)
            reader.finish()
            var features: [Feature] = []
            try reader.read(into: &features)
            #expect(reader.hasFeatures == hasFeatures && features.isEmpty)
        }
    }
}
