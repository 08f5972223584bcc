import CairnCore
import CairnGeo
import Foundation

/// An answer of a GeocodeServer: what it says, or the error that it does not say it.
struct LocatorAnswer {
    let root: AnswerPart
    /// What was asked that places mean.
    private let wanted: SpatialReference?
    /// What places mean that do not say.
    private let reference: SpatialReference?

    /// - Parameter usual: What places mean where neither the answer says nor anything was asked.
    init(_ json: JSONValue, of url: URL, wanted: SpatialReference? = nil, usual: SpatialReference? = nil) throws {
        root = AnswerPart(json, of: url)
        self.wanted = wanted
        reference = try root.optional("spatialReference")?.spatialReference() ?? wanted ?? usual
    }

    func candidates() throws -> [GeocodeResult] {
        try root.required("candidates").list().map { candidate in
            let found = try Found(candidate, place(of: candidate))
            // Old servers list what has no place, with a score of 0.
            guard found.place != nil || found.score == 0 else { throw candidate.refusal("has no location") }
            return try result(of: candidate, found)
        }
    }

    func suggestions() throws -> [SuggestResult] {
        try root.required("suggestions").list().compactMap { suggestion in
            let label = try suggestion.required("text").text()
            // Nobody can choose it.
            if label.allSatisfy(\.isWhitespace) { return nil }
            return SuggestResult(
                label: label, magicKey: try suggestion.optional("magicKey")?.text() ?? "",
                isCollection: try suggestion.optional("isCollection")?.flag() ?? false)
        }
    }

    func address() throws -> GeocodeResult {
        let address = try root.required("address")
        let label = try label(of: address)
        guard let place = try place(of: root) else { throw root.refusal("has no location") }
        return GeocodeResult(label: label, location: place, score: 100, attributes: try attributes(of: address))
    }

    /// What says nothing of where an address is.
    private static let labelless: Set<String> = ["loc_name", "addr_type", "countrycode", "addnum"]

    /// A line that says the address: newer servers have one, older ones the parts of it.
    private func label(of address: AnswerPart) throws -> String {
        func first(_ names: String...) throws -> String? {
            for name in names {
                if let text = try address.optional(name)?.text(), !text.allSatisfy(\.isWhitespace) { return text }
            }
            return nil
        }
        if let line = try first("Match_addr", "LongLabel", "ShortLabel", "Address") { return line }
        let parts = [try first("Street"), try first("City"), try first("Region", "State"), try first("Postal", "ZIP", "Zone")]
        let line = parts.compactMap(\.self).joined(separator: ", ")
        if !line.isEmpty { return line }
        // The parts of a locator that somebody made have names of their own.
        let texts = try address.members().filter { !Self.labelless.contains($0.key.lowercased()) }.sorted { $0.key < $1.key }
            .compactMap(\.value.string)
        guard let text = texts.first(where: { !$0.allSatisfy(\.isWhitespace) }) else { throw address.refusal("is empty") }
        return text
    }
}

extension LocatorAnswer {
    /// How good an entry is, and where.
    struct Found {
        let score: Double
        let place: MapPoint?

        /// Whether it says that nothing was found.
        var isNothing: Bool { score == 0 && place == nil }

        init(_ entry: AnswerPart, _ place: @autoclosure () throws -> MapPoint?) throws {
            score = try Self.score(entry.required("score"))
            self.place = try place()
        }

        private init() {
            (score, place) = (0, nil)
        }

        /// Of an entry that says that it is nothing.
        static let nothing = Found()

        /// Some servers compute it, and come a little above.
        private static func score(_ part: AnswerPart) throws -> Double {
            let score = try part.number()
            return (100...100.001).contains(score) ? 100 : try part.number(within: 0...100)
        }
    }

    func result(of entry: AnswerPart, _ found: Found) throws -> GeocodeResult {
        GeocodeResult(
            label: try entry.required("address").text(), location: found.place, score: found.score,
            extent: try extent(of: entry),
            attributes: try entry.optional("attributes").map(attributes) ?? [:])
    }

    private func attributes(of part: AnswerPart) throws -> [String: AttributeValue] {
        try part.members().mapValues { AttributeValue(esriJSON: $0) }
    }

    func place(of entry: AnswerPart) throws -> MapPoint? {
        guard let location = try entry.optional("location"), let place = try location.place(in: reference) else { return nil }
        guard let wanted, let own = place.spatialReference, !own.isSame(as: wanted) else { return place }
        guard let projected = try? place.projected(to: wanted), projected.x.isFinite, projected.y.isFinite else {
            throw location.refusal("is in \(own.id), and \(wanted.id) was asked for")
        }
        return projected
    }

    private func extent(of entry: AnswerPart) throws -> Envelope? {
        guard let extent = try entry.optional("extent")?.extent(in: reference) else { return nil }
        guard let wanted, let own = extent.spatialReference, !own.isSame(as: wanted) else { return extent }
        // Other than a place it may be missing.
        return try? extent.projected(to: wanted)
    }
}

extension SpatialReference {
    /// Whether both are the same as far as can be told: one that has no id cannot be told from others.
    func isSame(as wanted: SpatialReference) -> Bool {
        if self == wanted || wanted.wkid == nil { return true }
        return !Set([wkid, latestWkid].compactMap(\.self)).isDisjoint(with: [wanted.wkid, wanted.latestWkid].compactMap(\.self))
    }

    /// Without its text, which is the server's.
    var id: String { wkid.map { "wkid \($0)" } ?? "one without a wkid" }
}
