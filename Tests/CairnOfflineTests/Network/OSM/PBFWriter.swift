import Foundation

/// Writes OpenStreetMap files as others do: nodes in columns or one by one, blocks in any order.
struct PBFWriter {
    struct Node {
        var id: Int
        /// In 10⁻⁷ degrees.
        var longitude: Int
        var latitude: Int
        var tags: [String: String] = [:]
    }

    struct Way {
        var id: Int
        var nodes: [Int]
        var tags: [String: String]
    }

    struct Member {
        var kind: Int
        var id: Int
        var role: String
    }

    struct Relation {
        var id: Int
        var members: [Member]
        var tags: [String: String]
    }

    enum Group {
        case denseNodes([Node])
        case nodes([Node])
        case ways([Way])
        case relations([Relation])
    }

    private(set) var bytes: [UInt8] = []
    /// Coordinates are written in so many 10⁻⁹ degrees: 100, or a divisor of it.
    var granularity = 100

    init(features: [String] = ["OsmSchema-V0.6", "DenseNodes"]) {
        var header = Message()
        for feature in features { header.bytes(4, Array(feature.utf8)) }
        append("OSMHeader", header.content)
    }

    mutating func append(_ kind: String, _ content: [UInt8]) {
        var blob = Message()
        blob.bytes(1, content)
        blob.varint(2, UInt64(content.count))
        var head = Message()
        head.bytes(1, Array(kind.utf8))
        head.varint(3, UInt64(blob.content.count))
        let length = UInt32(head.content.count)
        bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + head.content + blob.content
    }

    mutating func append(_ groups: [Group]) {
        var texts = Texts()
        let messages = groups.map { message($0, &texts) }
        var (block, table) = (Message(), Message())
        for text in texts.all { table.bytes(1, Array(text.utf8)) }
        block.bytes(1, table.content)
        for message in messages { block.bytes(2, message.content) }
        if granularity != 100 { block.varint(17, UInt64(granularity)) }
        append("OSMData", block.content)
    }

    private func message(_ group: Group, _ texts: inout Texts) -> Message {
        var message = Message()
        switch group {
        case .denseNodes(let nodes): message.bytes(2, dense(nodes, &texts).content)
        case .nodes(let nodes):
            for node in nodes {
                var part = Message()
                part.zigzag(1, node.id)
                part.tags(node.tags, &texts)
                part.zigzag(8, node.latitude * (100 / granularity))
                part.zigzag(9, node.longitude * (100 / granularity))
                message.bytes(1, part.content)
            }
        case .ways(let ways):
            for way in ways {
                var part = Message()
                part.varint(1, UInt64(way.id))
                part.tags(way.tags, &texts)
                part.packed(8, Message.deltas(way.nodes))
                message.bytes(3, part.content)
            }
        case .relations(let relations):
            for relation in relations {
                var part = Message()
                part.varint(1, UInt64(relation.id))
                part.tags(relation.tags, &texts)
                part.packed(8, relation.members.map { UInt64(texts.number($0.role)) })
                part.packed(9, Message.deltas(relation.members.map(\.id)))
                part.packed(10, relation.members.map { UInt64($0.kind) })
                message.bytes(4, part.content)
            }
        }
        return message
    }

    private func dense(_ nodes: [Node], _ texts: inout Texts) -> Message {
        var message = Message()
        message.packed(1, Message.deltas(nodes.map(\.id)))
        message.packed(8, Message.deltas(nodes.map { $0.latitude * (100 / granularity) }))
        message.packed(9, Message.deltas(nodes.map { $0.longitude * (100 / granularity) }))
        var tags: [UInt64] = []
        for node in nodes {
            for (key, value) in node.tags { tags += [UInt64(texts.number(key)), UInt64(texts.number(value))] }
            tags.append(0)
        }
        if nodes.contains(where: { !$0.tags.isEmpty }) { message.packed(10, tags) }
        return message
    }

    /// The texts of a block, of which the first is empty.
    struct Texts {
        private(set) var all = [""]

        mutating func number(_ text: String) -> Int {
            if let number = all.firstIndex(of: text) { return number }
            all.append(text)
            return all.count - 1
        }
    }

    struct Message {
        private(set) var content: [UInt8] = []

        static func zigzag(_ number: Int) -> UInt64 { UInt64(bitPattern: Int64(number << 1 ^ number >> 63)) }

        static func deltas(_ numbers: [Int]) -> [UInt64] {
            zip(numbers, [0] + numbers).map { zigzag($0 - $1) }
        }

        private mutating func append(_ number: UInt64) {
            var number = number
            while number > 127 {
                content.append(UInt8(truncatingIfNeeded: number) | 128)
                number >>= 7
            }
            content.append(UInt8(number))
        }

        mutating func varint(_ field: Int, _ number: UInt64) {
            append(UInt64(field << 3))
            append(number)
        }

        mutating func zigzag(_ field: Int, _ number: Int) { varint(field, Self.zigzag(number)) }

        mutating func bytes(_ field: Int, _ bytes: [UInt8]) {
            append(UInt64(field << 3 | 2))
            append(UInt64(bytes.count))
            content += bytes
        }

        mutating func packed(_ field: Int, _ numbers: [UInt64]) {
            var list = Message()
            for number in numbers { list.append(number) }
            bytes(field, list.content)
        }

        mutating func tags(_ tags: [String: String], _ texts: inout Texts) {
            let sorted = tags.sorted { $0.key < $1.key }
            packed(2, sorted.map { UInt64(texts.number($0.key)) })
            packed(3, sorted.map { UInt64(texts.number($0.value)) })
        }
    }
}
