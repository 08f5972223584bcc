package import CairnCore
package import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A copy of a service, or the edits of one, in a file of JSON.
package struct ReplicaFile: Sendable {
    package let url: URL
    /// The members of the whole.
    package private(set) var members: [String: JSONValue] = [:]
    /// The numbers of the layers that the parts are of, by the places of these.
    package private(set) var layerIDs: [Int: Int] = [:]
    /// How many features there are.
    package private(set) var featureCount = 0

    private static let pieceSize = 256 << 10

    /// Looks through a file, without its features.
    ///
    /// - Throws: `JSONSyntaxError`, ``GeometryError``, `SystemError`; `CancellationError` if the calling task is cancelled.
    package init(_ url: URL) throws {
        self.url = url
        var (members, ids, count) = ([String: JSONValue](), [Int: Int](), 0)
        try forEachItem(of: [:]) { item in
            switch item {
            case .member(let name, let value): members[name] = value
            case .partMember(let part, "id", let id): ids[part] = id.int ?? id.string.flatMap { Int($0) }
            case .passedFeature: count += 1
            default: break
            }
        }
        (self.members, layerIDs, featureCount) = (members, ids, count)
    }

    /// Calls `body` with all that is in the file.
    ///
    /// - Parameter tables: What features mean, by the numbers of the layers; those of others are passed over.
    package func forEachItem(of tables: [Int: FeatureTableDefinition], _ body: (ReplicaItem) throws -> Void) throws {
        let file = try FileDescriptor(url.path, O_RDONLY)
        var reader = ReplicaReader(tables: layerIDs.compactMapValues { tables[$0] })
        var (offset, items) = (0, [ReplicaItem]())
        while true {
            try Task.checkCancellation()
            let piece = try file.read(upTo: Self.pieceSize, at: offset)
            offset += piece.count
            if piece.isEmpty { reader.finish() } else { reader.append(piece) }
            try reader.read(into: &items)
            for item in items { try body(item) }
            items.removeAll(keepingCapacity: true)
            if piece.isEmpty { return }
        }
    }

    /// A member of the whole, however it is spelt: services differ in capitals.
    package func member(_ name: String) -> JSONValue? {
        let value = members[name] ?? members.first { $0.key.lowercased() == name.lowercased() }?.value
        return value.flatMap { $0.isNull ? nil : $0 }
    }

    /// The generation of the whole, if there is one.
    package var generation: String? { Self.generation(member("replicaServerGen")) }

    /// The generations of the layers, by their numbers.
    package var layerGenerations: [Int: String] {
        var generations: [Int: String] = [:]
        for element in member("layerServerGens")?.array ?? [] {
            guard let id = element["id"]?.int ?? element["id"]?.string.flatMap({ Int($0) }) else { continue }
            generations[id] = Self.generation(element["serverGen"])
        }
        return generations
    }

    /// A generation as it is written, be it a number or a text.
    package static func generation(_ json: JSONValue?) -> String? {
        switch json {
        case .string(let text)?: text.isEmpty ? nil : text
        case .integer, .decimal, .number: json?.text()
        default: nil
        }
    }
}

extension ReplicaFile {
    /// Where the files are that are attached to the features of layers, as far as their bytes are not here.
    package func attachmentAddresses(layers: Set<Int>) throws -> [String] {
        var addresses: [String] = []
        try forEachItem(of: [:]) { item in
            guard case .element(let part, let list, let element) = item, IncomingAttachment.lists.contains(list),
                let layer = layerIDs[part], layers.contains(layer)
            else { return }
            if let address = try IncomingAttachment(element).address { addresses.append(address) }
        }
        return addresses
    }
}
