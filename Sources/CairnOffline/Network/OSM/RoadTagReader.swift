/// Finds the tags that matter by the numbers of their keys in a block.
struct RoadTagReader {
    /// The key that each text of the block is, if it matters.
    private var keys: [RoadTags.Key?] = []
    private(set) var texts = OSMTexts()

    init() {}

    init(_ texts: OSMTexts) {
        self.texts = texts
        keys = (0..<texts.count).map { texts.length($0) <= 24 ? RoadTags.Key(rawValue: texts[$0]) : nil }
    }

    private func key(_ number: Int) -> RoadTags.Key? { keys.indices.contains(number) ? keys[number] : nil }

    func has(_ key: RoadTags.Key, _ tags: OSMTags) -> Bool { tags.keys.contains { self.key($0) == key } }

    func tags(_ tags: OSMTags) -> RoadTags {
        var read = RoadTags()
        tags.forEach { number, value in if let key = key(number) { read[key] = texts[value] } }
        return read
    }
}
