import CairnCore
import CairnGeo
package import Foundation

/// Answers from an open locator. Nothing in it changes: any number of tasks may ask at once.
package final class LocatorEngine: Sendable {
    let index: LocatorIndex
    let url: URL
    package let name: String
    let roles: WordRoles

    /// Opens a locator.
    ///
    /// - Throws: ``LocatorError``, `SystemError`.
    package init(_ url: URL) throws {
        self.url = url
        index = try Self.open(url)
        do {
            name = try Self.info(index)["name"]?.string ?? ""
            roles = try WordRoles(index.lexicon)
        } catch { throw LocatorError.damaged(path: url.path) }
    }

    /// What a line of text may mean.
    package typealias Found = (candidates: [LocatorCandidate], unit: String)

    /// The candidates for a line of text, best first, and what it says of a flat, a suite or a floor.
    package func geocode(_ text: String, _ filter: LocatorFilter) throws -> Found {
        guard let figures = NumberWords.inFigures(AddressQuery.beginning(of: text)) else { return try search(text, filter) }
        // "One Way" and "Three Rivers" are names: numbers are read where these are none, and two slips looked for last.
        let typed = try search(text, filter, isDeep: false)
        if Self.best(typed) >= Self.good { return typed }
        let numbered = try search(figures, filter)
        if Self.best(numbered) >= Self.good, Self.best(numbered) > Self.best(typed) { return numbered }
        let found = try search(text, filter)
        return Self.best(numbered) > Self.best(found) ? numbered : found
    }

    /// What scores so much needs no other reading.
    private static let good = 84.0

    private static func best(_ found: Found) -> Double { found.candidates.first?.score ?? 0 }

    private func search(_ text: String, _ filter: LocatorFilter, isDeep: Bool = true) throws -> Found {
        try telling { () throws(BlockDamage) in
            let query = AddressQuery(text)
            if query.words.isEmpty { return ([], query.unit) }
            var search = try LocatorSearch(query, filter, self)
            // What may stand between two streets is a part of a name.
            let crossings = search.isName ? (found: [], isNamed: false) : try intersections(text, filter)
            let crossed: CrossedStreets = !crossings.isNamed ? .none : crossings.found.isEmpty ? .apart : .crossing
            return (try search.run(with: crossings.found, isDeep: isDeep, crossed: crossed), query.unit)
        }
    }

    /// A candidate with its place, which is sought only for those that are answers.
    func resolved(_ candidate: LocatorCandidate) throws(BlockDamage) -> LocatorCandidate {
        var candidate = candidate
        if let number = candidate.nearest {
            candidate.nearest = nil
            guard let found = try HouseSearch(index, number).nearest(try index.features[candidate.feature]) else {
                return candidate
            }
            (candidate.house, candidate.place) = found
        } else if let house = candidate.house, let range = house.range {
            let ends = try index.ranges[range]
            candidate.place = try index.ranges.line(of: range).place(of: house.number, first: ends.first, last: ends.last)
        }
        return candidate
    }

    /// Whether the file is the one that was opened.
    var isUnchanged: Bool { index.image.file.isUnchanged }

    /// Damage is told with the file's name.
    func telling<Result>(_ body: () throws(BlockDamage) -> Result) throws(LocatorError) -> Result {
        guard index.image.file.isUnchanged else { throw LocatorError.changed(path: url.path) }
        index.image.file.splitWindows()
        do { return try body() } catch { throw LocatorError.damaged(path: url.path) }
    }

    // MARK: - Filters

    /// Whether a feature, or something of it, may be an answer.
    func mayAdmit(_ feature: FeatureView, _ filter: LocatorFilter) throws(BlockDamage) -> Bool {
        if filter.isOpen { return true }
        if filter.isOfStreets, feature.kind != .street { return false }
        if let area = filter.area, !area.intersects(feature.box) { return false }
        if !filter.countries.isEmpty, try !filter.countries.contains(country(of: feature.context)) { return false }
        return true
    }

    /// Whether a candidate may be an answer.
    ///
    /// - Parameter isReaching: Whether of a street it is enough that it reaches into the area.
    func admits(
        _ candidate: LocatorCandidate, _ filter: LocatorFilter, isReaching: Bool = false
    ) throws(BlockDamage) -> Bool {
        if filter.isOpen { return true }
        if let area = filter.area, !isReaching, !area.contains(candidate.place) { return false }
        if filter.isOfStreets { return candidate.kind == .street && candidate.house == nil && candidate.nearest == nil }
        if filter.categories.isEmpty { return true }
        let feature = try index.features[candidate.feature]
        return try categories(candidate, feature).contains { filter.categories.contains(CategoryNames.key($0)) }
    }

    /// What a candidate is, in the words in which categories are asked for.
    private func categories(_ candidate: LocatorCandidate, _ feature: FeatureView) throws(BlockDamage) -> [String] {
        let own = try index.texts.text(feature.category)
        return [own, candidate.addressType] + CategoryNames.parents(of: candidate.addressType)
    }

    private func country(of context: Int) throws(BlockDamage) -> String {
        CountryCodes.twoLetters(try index.texts.text(try index.contexts.country(context)))
    }

    // MARK: - Opening

    private static func open(_ url: URL) throws -> LocatorIndex {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw LocatorError.notFound(path: url.path)
        }
        if isFolder.boolValue { throw LocatorError.notALocator(path: url.path) }
        do {
            return try LocatorIndex(url)
        } catch LocatorError.notALocator where ["loz", "loc", "lox", "locb"].contains(url.pathExtension.lowercased()) {
            throw LocatorError.esriLocator(path: url.path)
        }
    }

    private static func info(_ index: LocatorIndex) throws -> JSONValue {
        let section = index.image[.info]
        guard section.count > 0 else { return [:] }
        return try JSONValue(parsing: UnsafeRawBufferPointer(start: try section.bytes(0, section.count), count: section.count))
    }
}

/// Esri's categories that others are part of.
enum CategoryNames {
    static func parents(of addressType: String) -> [String] {
        switch addressType {
        case "PointAddress", "StreetAddress", "StreetAddressExt", "StreetName", "StreetInt": ["Address", "Street Address"]
        case "Locality": ["Populated Place", "City"]
        default: []
        }
    }

    /// As they are compared: in lower case, without spaces.
    static func key(_ name: String) -> String { name.lowercased().filter { !$0.isWhitespace && $0 != "_" } }
}
