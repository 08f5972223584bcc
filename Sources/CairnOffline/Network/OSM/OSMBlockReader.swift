import CairnCore
import CairnGeo

/// Reads one block, and tells a visitor what is in it.
struct OSMBlockReader {
    private var groups: [ProtobufCursor] = []
    private var texts = OSMTexts()
    /// Coordinates are in so many 10⁻⁹ degrees, counted from the offsets.
    private var granularity = 100
    private var (latitudeOffset, longitudeOffset) = (0, 0)

    /// - Throws: `ProtobufStop` if the block is not as it should be.
    static func read(_ bytes: [UInt8], _ visitor: inout some OSMVisitor) throws(ProtobufStop) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(ProtobufStop) in
            guard let start = bytes.baseAddress else { return }
            var reader = OSMBlockReader()
            try reader.readHead(ProtobufCursor(start, end: start + bytes.count))
            visitor.begin(reader.texts)
            for group in reader.groups { try reader.read(group, &visitor) }
        }
    }

    private mutating func readHead(_ block: ProtobufCursor) throws(ProtobufStop) {
        var block = block
        while !block.isAtEnd {
            let (number, wire) = try block.field()
            switch (number, wire) {
            case (1, .bytes): try readTexts(try block.content())
            case (2, .bytes): groups.append(try block.content())
            case (17, .varint): granularity = Int(truncatingIfNeeded: try block.varint())
            case (19, .varint): latitudeOffset = Int(truncatingIfNeeded: try block.varint())
            case (20, .varint): longitudeOffset = Int(truncatingIfNeeded: try block.varint())
            default: try block.pass(wire)
            }
        }
    }

    private mutating func readTexts(_ table: ProtobufCursor) throws(ProtobufStop) {
        var table = table
        while !table.isAtEnd {
            let (number, wire) = try table.field()
            if number == 1, wire == .bytes { texts.texts.append(try table.content().rest) } else { try table.pass(wire) }
        }
    }

    private func read(_ group: ProtobufCursor, _ visitor: inout some OSMVisitor) throws(ProtobufStop) {
        var group = group
        while !group.isAtEnd {
            let (number, wire) = try group.field()
            switch (number, wire) {
            case (1, .bytes) where visitor.wantsNodes: if let node = try node(try group.content()) { visitor.visit(node) }
            case (2, .bytes) where visitor.wantsNodes: try readDense(try group.content(), &visitor)
            case (3, .bytes) where visitor.wantsWays: visitor.visit(try way(try group.content()))
            case (4, .bytes) where visitor.wantsWays: visitor.visit(try relation(try group.content()))
            default: try group.pass(wire)
            }
        }
    }

    // MARK: - Nodes

    private func node(_ message: ProtobufCursor) throws(ProtobufStop) -> OSMNode? {
        var (message, tags, id, latitude, longitude) = (message, OSMTags.none, 0, 0, 0)
        while !message.isAtEnd {
            let (number, wire) = try message.field()
            switch (number, wire) {
            case (1, .varint): id = try message.zigzag()
            case (2, .bytes): tags.keys = try numbers(try message.content())
            case (3, .bytes): tags.values = try numbers(try message.content())
            case (8, .varint): latitude = try message.zigzag()
            case (9, .varint): longitude = try message.zigzag()
            default: try message.pass(wire)
            }
        }
        return place(id, latitude, longitude, tags)
    }

    /// Nodes as columns, of which each number counts from the one before.
    private func readDense(_ message: ProtobufCursor, _ visitor: inout some OSMVisitor) throws(ProtobufStop) {
        let none = ProtobufCursor(message.end, end: message.end)
        var (message, ids, latitudes, longitudes, tags) = (message, none, none, none, none)
        while !message.isAtEnd {
            let (number, wire) = try message.field()
            switch (number, wire) {
            case (1, .bytes): ids = try message.content()
            case (8, .bytes): latitudes = try message.content()
            case (9, .bytes): longitudes = try message.content()
            case (10, .bytes): tags = try message.content()
            default: try message.pass(wire)
            }
        }
        var (id, latitude, longitude) = (0, 0, 0)
        while !ids.isAtEnd {
            id &+= try ids.zigzag()
            latitude &+= try latitudes.zigzag()
            longitude &+= try longitudes.zigzag()
            if let node = place(id, latitude, longitude, try denseTags(&tags)) { visitor.visit(node) }
        }
    }

    /// The tags of the next node: keys and values in turn, behind which stands a zero.
    private func denseTags(_ cursor: inout ProtobufCursor) throws(ProtobufStop) -> OSMTags {
        if cursor.isAtEnd { return .none }
        var tags = OSMTags.none
        while case let key = Int(truncatingIfNeeded: try cursor.varint()), key != 0 {
            tags.keys.append(key)
            tags.values.append(Int(truncatingIfNeeded: try cursor.varint()))
        }
        return tags
    }

    /// Nil for what is nowhere on Earth.
    private func place(_ id: Int, _ latitude: Int, _ longitude: Int, _ tags: OSMTags) -> OSMNode? {
        let x = Double(longitudeOffset) + Double(granularity) * Double(longitude)
        let y = Double(latitudeOffset) + Double(granularity) * Double(latitude)
        guard abs(x) <= 180e9, abs(y) <= 90e9, let longitude = Int32(rounding: x / 100), let latitude = Int32(rounding: y / 100)
        else { return nil }
        return OSMNode(id: id, longitude: longitude, latitude: latitude, tags: tags)
    }

    // MARK: - Ways and relations

    private func way(_ message: ProtobufCursor) throws(ProtobufStop) -> OSMWay {
        var (message, tags, id, nodes) = (message, OSMTags.none, 0, [Int]())
        while !message.isAtEnd {
            let (number, wire) = try message.field()
            switch (number, wire) {
            case (1, .varint): id = Int(truncatingIfNeeded: try message.varint())
            case (2, .bytes): tags.keys = try numbers(try message.content())
            case (3, .bytes): tags.values = try numbers(try message.content())
            case (8, .bytes): nodes = try deltas(try message.content())
            default: try message.pass(wire)
            }
        }
        return OSMWay(id: id, nodes: nodes, tags: tags)
    }

    private func relation(_ message: ProtobufCursor) throws(ProtobufStop) -> OSMRelation {
        var (message, tags, id) = (message, OSMTags.none, 0)
        var (roles, ids, kinds) = ([Int](), [Int](), [Int]())
        while !message.isAtEnd {
            let (number, wire) = try message.field()
            switch (number, wire) {
            case (1, .varint): id = Int(truncatingIfNeeded: try message.varint())
            case (2, .bytes): tags.keys = try numbers(try message.content())
            case (3, .bytes): tags.values = try numbers(try message.content())
            case (8, .bytes): roles = try numbers(try message.content())
            case (9, .bytes): ids = try deltas(try message.content())
            case (10, .bytes): kinds = try numbers(try message.content())
            default: try message.pass(wire)
            }
        }
        guard roles.count == ids.count, ids.count == kinds.count else {
            throw .wrong("a relation's members do not fit each other")
        }
        let members = ids.indices.compactMap { index in
            OSMRelation.Member.Kind(rawValue: UInt64(truncatingIfNeeded: kinds[index])).map {
                OSMRelation.Member(id: ids[index], kind: $0, role: roles[index])
            }
        }
        return OSMRelation(id: id, members: members, tags: tags)
    }

    private func numbers(_ list: ProtobufCursor) throws(ProtobufStop) -> [Int] {
        var (list, numbers) = (list, [Int]())
        while !list.isAtEnd { numbers.append(Int(truncatingIfNeeded: try list.varint())) }
        return numbers
    }

    private func deltas(_ list: ProtobufCursor) throws(ProtobufStop) -> [Int] {
        var (list, numbers, last) = (list, [Int](), 0)
        while !list.isAtEnd {
            last &+= try list.zigzag()
            numbers.append(last)
        }
        return numbers
    }
}
