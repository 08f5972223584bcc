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
    /// Whether there is a list of parts, be it empty.
    package private(set) var hasParts = false
    /// The numbers of the layers that have a list of features, be it empty.
    package private(set) var listedLayers: Set<Int> = []
    /// How many features there are.
    package private(set) var featureCount = 0
    /// Why it cannot be taken over without something being lost; nil if it can.
    package private(set) var objection: String?

    private static let pieceSize = 256 << 10

    /// Looks through a file, without its features.
    ///
    /// - Throws: `JSONSyntaxError`, ``GeometryError``, `SystemError`; `CancellationError` if the calling task is cancelled.
    package init(_ url: URL) throws {
        self.url = url
        var (contents, objections) = (ReplicaContents(), ReplicaObjections())
        try forEachItem(of: [:]) { item in
            contents.take(item)
            objections.take(item)
        }
        (members, layerIDs, featureCount) = (contents.members, contents.layerIDs, contents.featureCount)
        hasParts = contents.hasParts
        listedLayers = Set(contents.listingParts.compactMap { contents.layerIDs[$0] })
        objection = objections.first(layerIDs) ?? generationObjection
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

    private var generationObjection: String? {
        let all = [member("replicaServerGen")] + (member("layerServerGens")?.array ?? []).map { $0["serverGen"] }
        let wrong = all.compactMap(\.self).first { !$0.isNull && Self.generation($0) == nil }
        return wrong.map { "\($0.text().printable(upTo: 40)) is no generation" }
    }

    /// A generation, a whole number of any size, perhaps as text; nil if it is none.
    package static func generation(_ json: JSONValue?) -> String? {
        switch json {
        case .string(let text)?: plain(text)
        case .integer, .decimal, .number: json.flatMap { plain($0.text()) }
        default: nil
        }
    }

    private static func plain(_ text: String) -> String? {
        guard isWhole(text) else { return nil }
        let digits = text.drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }

    /// Whether one generation is before another.
    package static func isBehind(_ one: String, _ other: String) -> Bool {
        guard isWhole(one), isWhole(other) else { return false }
        let (one, other) = (one.drop { $0 == "0" }, other.drop { $0 == "0" })
        return one.count == other.count ? one < other : one.count < other.count
    }

    private static let longestGeneration = 100

    private static func isWhole(_ text: String) -> Bool {
        text.utf8.count <= longestGeneration && !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
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
