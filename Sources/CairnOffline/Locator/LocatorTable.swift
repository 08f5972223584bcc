import CairnCore
import CairnGeo
public import Foundation

/// A CSV table to build a locator from, and which column holds what.
public struct LocatorTable: Sendable, Hashable, Codable {
    /// What a table's rows are.
    public enum Content: String, Sendable, Codable, CaseIterable {
        /// Addresses, each with a place.
        case addresses
        /// Ranges of house numbers along a line.
        case ranges
        /// Named places.
        case places
    }

    /// What a column holds.
    public enum Role: String, Sendable, Codable, CaseIterable {
        /// The house number of an address.
        case number
        /// The name of a street.
        case street
        /// The name of a place.
        case name
        /// The settlement.
        case city
        /// The county or district.
        case subregion
        /// The state or province.
        case region
        /// The post code.
        case postal
        /// The country, by its two letters.
        case country
        /// What sort of place it is.
        case category
        /// Longitude in degrees.
        case x
        /// Latitude in degrees.
        case y
        /// The first number of a range.
        case from
        /// The last number of a range.
        case to
        /// Whether a range holds odd, even or all numbers.
        case parity
        /// A line as well-known text, in degrees.
        case line
        /// The flat, suite or floor of an address.
        case unit
        /// How many people live in a place: of those of one name the larger is meant.
        case importance = "population"
        /// Other names of a place, with `|` between them.
        case otherNames = "alternate_names"
    }

    /// The file.
    public var url: URL
    /// What the rows are.
    public var content: Content
    /// The column of each role, counted from 0.
    public var columns: [Role: Int]

    /// Finds out what a file holds from its header.
    ///
    /// - Parameters:
    ///   - url: The CSV file.
    ///   - map: Names of columns for roles that the header does not tell.
    /// - Throws: ``LocatorError/unusableTable(path:reason:)``, naming what is missing.
    public init(detecting url: URL, map: [Role: String] = [:]) throws {
        guard let header = try CSVReader(url).next()?.fields else {
            throw LocatorError.unusableTable(path: url.path, reason: "the file is empty")
        }
        let names = header.map { $0.lowercased().trimmingCharacters(in: .whitespaces) }
        var columns: [Role: Int] = [:]
        for role in Role.allCases {
            columns[role] = Self.synonyms[role, default: []].lazy.compactMap { names.firstIndex(of: $0) }.first
        }
        for (role, name) in map {
            guard let index = names.firstIndex(of: name.lowercased()) else {
                let reason = "it has no column \"\(name)\"; it has \(header.joined(separator: ", "))"
                throw LocatorError.unusableTable(path: url.path, reason: reason)
            }
            columns[role] = index
        }
        self.url = url
        self.columns = columns
        content = try Self.content(of: columns, header, url)
    }

    private static func content(of columns: [Role: Int], _ header: [String], _ url: URL) throws -> Content {
        let has = { (roles: Role...) in roles.allSatisfy { columns[$0] != nil } }
        if has(.from, .to, .street, .line) { return .ranges }
        if has(.x, .y, .street, .number) { return .addresses }
        if has(.x, .y, .name) { return .places }
        throw LocatorError.unusableTable(
            path: url.path,
            reason: "its columns (\(header.joined(separator: ", "))) are neither those of addresses (number, street, lon, "
                + "lat), nor of ranges (from, to, street, geometry), nor of places (name, lon, lat); "
                + "say which is which with --map, e.g. --map x=EASTING")
    }

    private static let synonyms: [Role: [String]] = [
        .number: ["number", "housenumber", "house_number", "addr:housenumber", "hnr", "no"],
        .street: ["street", "streetname", "street_name", "addr:street", "road", "fullname"],
        .name: ["name", "placename", "place_name", "title"],
        .city: ["city", "town", "locality", "addr:city", "municipality", "place"],
        .subregion: ["subregion", "county", "admin2", "district"],
        .region: ["region", "state", "admin1", "province", "addr:state"],
        .postal: ["postcode", "postal", "zip", "zipcode", "zip_code", "addr:postcode", "postal_code"],
        .country: ["country", "cc", "countrycode", "country_code"],
        .category: ["category", "type", "kind"],
        .x: ["lon", "longitude", "lng", "long", "x"],
        .y: ["lat", "latitude", "y"],
        .from: ["from", "low", "fromhn", "from_number"],
        .to: ["to", "high", "tohn", "to_number"],
        .parity: ["interpolation", "parity"],
        .line: ["geometry", "wkt", "geom", "the_geom", "line"],
        .unit: ["unit", "flat", "apartment", "suite", "addr:unit", "addr:flats"],
        .importance: ["population", "importance", "pop"],
        .otherNames: ["alternate_names", "alternatenames", "alternate names", "alt_name", "other_names"],
    ]
}
