import CairnCore

/// Reads the copy of a service, or the edits of one, in JSON while its bytes come: the members of the whole, and in its lists `layers` and `edits`
/// the members of each part, list by list and element by element.
///
/// It keeps no more than the bytes of one element and of one chunk. What belongs to a part may stand before the part's number: who wants features
/// reads twice, at first without.
package struct ReplicaReader: Sendable {
    private enum Place {
        case opening, member, behindMember, part, partMember, behindPartMember, behindPart, groupMember, behindGroupMember,
            element, behindElement
        case end
    }

    private var arrived = ArrivingBytes()
    private var place = Place.opening
    /// The part that is being read, and the list in it.
    private var (part, list) = (-1, "")
    /// What is an object of lists, such as `features` with `adds` and `updates`; nil outside of one.
    private var group: String?
    private let decoders: [Int: FeatureTableDefinition]
    private var attributes = AttributeDecoder([])
    private var geometries = GeometryDecoder()

    /// - Parameter tables: What the features of parts mean, by the places of these; those of others are passed over.
    package init(tables: [Int: FeatureTableDefinition] = [:]) {
        decoders = tables
    }

    /// Takes more of the document.
    package mutating func append(_ chunk: some Collection<UInt8>) { arrived.append(chunk) }

    /// Says that there is no more.
    package mutating func finish() { arrived.finish() }

    /// Reads all that is there.
    ///
    /// - Throws: `JSONSyntaxError`; ``GeometryError`` for what is no such document, and for a geometry that cannot be read.
    package mutating func read(into items: inout [ReplicaItem]) throws {
        guard arrived.areWorthReading() else { return }
        do throws(JSONStop) { try readOn(into: &items) } catch .unfinished where !arrived.isWhole {
            try arrived.waitForMore()
        } catch {
            throw error.error
        }
    }

    private mutating func readOn(into items: inout [ReplicaItem]) throws(JSONStop) {
        let bytes = arrived.bytes
        let outcome: Result<Void, JSONStop> = bytes.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes, at: arrived.position, isWhole: arrived.isWhole)
            do throws(JSONStop) {
                while place != .end {
                    try step(&cursor, &items)
                    arrived.position = cursor.position
                }
                try cursor.expectEnd()
                arrived.position = cursor.position
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    private mutating func step(_ cursor: inout JSONCursor, _ items: inout [ReplicaItem]) throws(JSONStop) {
        switch place {
        case .opening:
            if try cursor.startsWithMark() { cursor.position += 3 }
            try cursor.expect("{", "a replica is no object")
            place = try cursor.take("}") ? .end : .member
        case .member: try readMember(&cursor, &items)
        case .behindMember: place = try cursor.takeComma(or: "}") ? .member : .end
        case .part: try beginPart(&cursor)
        case .partMember: try readPartMember(&cursor, &items)
        case .behindPartMember: place = try cursor.takeComma(or: "}") ? .partMember : .behindPart
        case .behindPart: place = try cursor.takeComma(or: "]") ? .part : .behindMember
        case .groupMember: try readGroupMember(&cursor, &items)
        case .behindGroupMember:
            place = try cursor.takeComma(or: "}") ? .groupMember : .behindPartMember
            if place == .behindPartMember { group = nil }
        case .element: try readElement(&cursor, &items)
        case .behindElement: place = try cursor.takeComma(or: "]") ? .element : behindList
        case .end: break
        }
    }

    private var behindList: Place { group == nil ? .behindPartMember : .behindGroupMember }

    /// The names that mean something, which services write with capitals of their own, as they are told here.
    private static let known = Dictionary(
        uniqueKeysWithValues: [
            "layers", "edits", "id", "features", "attachments", "attachmentResults", "adds", "inserts", "updates", "deletes",
            "deleteIds", "addResults", "updateResults", "deleteResults", "exceededTransferLimit",
        ].map { ($0.lowercased(), $0) })

    /// The members of the whole that mean something, in small letters.
    private static let read: Set<String> = [
        "layers", "edits", "replicaid", "replicaname", "replicaservergen", "layerservergens", "responsetype",
        "exceededtransferlimit",
    ]
    /// Those of a part, besides its lists.
    private static let readOfParts: Set<String> = [
        "id", "exceededTransferLimit", "features", "attachments", "adds", "inserts", "updates", "deletes", "deleteIds",
        "addResults",
        "updateResults", "deleteResults",
    ]

    private func name(_ cursor: inout JSONCursor) throws(JSONStop) -> String {
        guard try cursor.next() == UInt8(ascii: "\"") else { throw cursor.wrong("a member's name is missing") }
        let name = try cursor.string()
        try cursor.expect(":", "a colon is missing after a name")
        return Self.known[name.lowercased()] ?? name
    }

    private mutating func readMember(_ cursor: inout JSONCursor, _ items: inout [ReplicaItem]) throws(JSONStop) {
        let name = try name(&cursor)
        if ["layers", "edits"].contains(name), try cursor.next() == UInt8(ascii: "[") {
            cursor.position += 1
            place = try cursor.take("]") ? .behindMember : .part
            items.append(.member(name, []))
        } else if !Self.read.contains(name.lowercased()) {
            // Of what nobody asks for the size is its sender's.
            _ = try cursor.passValue()
            place = .behindMember
        } else {
            items.append(.member(name, try cursor.value()))
            place = .behindMember
        }
    }

    private mutating func beginPart(_ cursor: inout JSONCursor) throws(JSONStop) {
        guard try cursor.next() == UInt8(ascii: "{") else { throw .refused(.malformed("a layer of a replica is no object")) }
        cursor.position += 1
        let isEmpty = try cursor.take("}")
        // Only now: what is not all there is read from its beginning again.
        part += 1
        place = isEmpty ? .behindPart : .partMember
        guard let table = decoders[part] else { return }
        attributes = AttributeDecoder(table.fields)
        geometries = GeometryDecoder(hasZ: table.hasZ, hasM: table.hasM, spatialReference: table.spatialReference)
    }

    private mutating func readPartMember(_ cursor: inout JSONCursor, _ items: inout [ReplicaItem]) throws(JSONStop) {
        let name = try name(&cursor)
        switch try cursor.next() {
        case UInt8(ascii: "["): try beginList(name, &cursor, &items)
        case UInt8(ascii: "{") where ["features", "attachments", "attachmentResults"].contains(name):
            cursor.position += 1
            let isEmpty = try cursor.take("}")
            group = isEmpty ? nil : name
            place = isEmpty ? .behindPartMember : .groupMember
        default:
            if Self.readOfParts.contains(name) {
                items.append(.partMember(part, name, try cursor.value()))
            } else {
                _ = try cursor.passValue()
            }
            place = .behindPartMember
        }
    }

    private mutating func readGroupMember(_ cursor: inout JSONCursor, _ items: inout [ReplicaItem]) throws(JSONStop) {
        let own = try name(&cursor)
        let name = "\(group ?? "").\(own)"
        if try cursor.next() == UInt8(ascii: "[") { return try beginList(name, &cursor, &items) }
        if Self.readOfParts.contains(own) {
            items.append(.partMember(part, name, try cursor.value()))
        } else {
            _ = try cursor.passValue()
        }
        place = .behindGroupMember
    }

    private mutating func beginList(_ name: String, _ cursor: inout JSONCursor, _ items: inout [ReplicaItem]) throws(JSONStop) {
        cursor.position += 1
        list = name
        place = try cursor.take("]") ? behindList : .element
        items.append(.partMember(part, name, []))
    }

    /// The lists whose elements are features.
    static let featureLists: Set<String> = [
        "features", "features.features", "features.adds", "features.inserts", "features.updates", "adds", "inserts", "updates",
    ]

    private mutating func readElement(_ cursor: inout JSONCursor, _ items: inout [ReplicaItem]) throws(JSONStop) {
        if !Self.featureLists.contains(list) {
            items.append(.element(part, list: list, try cursor.value()))
        } else if decoders[part] != nil {
            items.append(.feature(part, list: list, try feature(&cursor)))
        } else {
            _ = try cursor.passValue()
            items.append(.passedFeature(part, list: list))
        }
        place = .behindElement
    }

    private mutating func feature(_ cursor: inout JSONCursor) throws(JSONStop) -> Feature {
        var feature = Feature()
        try cursor.forEachMember { (cursor, name) throws(JSONStop) in
            if cursor.isText(name, "attributes"), try cursor.next() == UInt8(ascii: "{") {
                feature.attributes = try attributes.attributes(&cursor)
            } else if cursor.isText(name, "geometry") {
                feature.geometry = try geometries.geometry(&cursor)
            } else {
                _ = try cursor.passValue()
            }
        }
        return feature
    }
}
