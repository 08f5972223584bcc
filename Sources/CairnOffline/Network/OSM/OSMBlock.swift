import CairnCore
import CairnGeo

/// What is told of a block's contents, in their order.
protocol OSMVisitor {
    /// Whether nodes are to be told of: most of a file are nodes.
    var wantsNodes: Bool { get }
    /// Whether ways and relations are.
    var wantsWays: Bool { get }
    /// A block begins, whose elements refer to these texts.
    mutating func begin(_ texts: OSMTexts)
    mutating func visit(_ node: OSMNode)
    mutating func visit(_ way: OSMWay)
    mutating func visit(_ relation: OSMRelation)
}

/// The texts of a block, by their numbers; they last as long as the block is being read.
struct OSMTexts {
    var texts: [UnsafeBufferPointer<UInt8>] = []

    var count: Int { texts.count }

    func length(_ number: Int) -> Int { texts[number].count }

    /// A text; what is not UTF-8 in it is replaced, and a number that is none is an empty text.
    subscript(_ number: Int) -> String { texts.indices.contains(number) ? String(decoding: texts[number], as: UTF8.self) : "" }
}

/// A place on Earth.
struct OSMNode {
    let id: Int
    /// In 10⁻⁷ degrees.
    let longitude: Int32
    let latitude: Int32
    let tags: OSMTags
}

/// A road, or another line.
struct OSMWay {
    let id: Int
    /// The ids of its nodes.
    let nodes: [Int]
    let tags: OSMTags
}

/// Ways and nodes that belong together, such as those of a turn.
struct OSMRelation {
    struct Member {
        enum Kind: UInt64 {
            case node = 0
            case way = 1
            case relation = 2
        }

        let id: Int
        let kind: Kind
        /// The number of its role.
        let role: Int
    }

    let id: Int
    let members: [Member]
    let tags: OSMTags
}

/// Keys and values, as numbers of texts.
struct OSMTags {
    var keys: [Int] = []
    var values: [Int] = []

    static let none = OSMTags()

    /// Visits each key with its value.
    @inline(__always)
    func forEach(_ body: (_ key: Int, _ value: Int) -> Void) {
        for (key, value) in zip(keys, values) { body(key, value) }
    }
}
