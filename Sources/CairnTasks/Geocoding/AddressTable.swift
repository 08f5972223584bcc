import CairnCore
import CairnGeo
public import Foundation

/// A CSV table of addresses to geocode: the file, and which columns make an address.
public struct AddressTable: Sendable, Hashable, Codable {
    /// A table that cannot be geocoded.
    public struct Unusable: Error, Hashable, CustomStringConvertible, LocalizedError {
        /// The file.
        public let path: String
        /// Why.
        public let reason: String
        /// The file, and what to do.
        public var description: String { "\(path) cannot be geocoded: \(reason).".printable(upTo: .max) }
        /// The same as `description`.
        public var errorDescription: String? { description }
    }

    /// The file.
    public var url: URL
    /// The names of all columns, in their order.
    public var header: [String]
    /// The column of each address field, counted from 0; several columns of one field are joined by a space.
    public var columns: [String: [Int]]

    /// Finds the address columns by the names in the header.
    ///
    /// - Parameters:
    ///   - url: The CSV file.
    ///   - map: Names of columns for address fields such as "SingleLine", "Address" or "City".
    /// - Throws: ``Unusable``, naming the columns there are; `SystemError`.
    public init(detecting url: URL, map: [String: String] = [:]) throws {
        guard let header = try CSVReader(url).next()?.fields else {
            throw Unusable(path: url.path, reason: "the file is empty")
        }
        self.url = url
        self.header = header
        let names = header.map { $0.lowercased().trimmingCharacters(in: .whitespaces) }
        columns = map.isEmpty ? Self.detect(names) : [:]
        for (field, column) in map {
            guard let index = names.firstIndex(of: column.lowercased()) else {
                let reason = "it has no column \"\(column)\", only \(header.joined(separator: ", "))"
                throw Unusable(path: url.path, reason: reason)
            }
            columns[field] = [index]
        }
        if columns.isEmpty {
            let reason =
                "none of its columns (\(header.joined(separator: ", "))) is known to hold an address; "
                + "name one with --address-column"
            throw Unusable(path: url.path, reason: reason)
        }
    }

    /// Rows that are in no file, whose address columns are found by their names; nil if there are none.
    package init?(header: [String]) {
        columns = Self.detect(header.map { $0.lowercased().trimmingCharacters(in: .whitespaces) })
        if columns.isEmpty { return nil }
        (url, self.header) = (URL(filePath: "/"), header)
    }

    private static func detect(_ names: [String]) -> [String: [Int]] {
        func first(_ synonyms: String...) -> Int? { synonyms.lazy.compactMap { names.firstIndex(of: $0) }.first }
        if let line = first("singleline", "single line input", "full_address", "fulladdress", "query") {
            return ["SingleLine": [line]]
        }
        var columns: [String: [Int]] = [:]
        if let street = first("street", "street_name", "streetname", "addr:street", "road") {
            columns["Address"] = [first("number", "housenumber", "house_number", "addr:housenumber"), street].compactMap(\.self)
        } else if let address = first("address", "addr", "street_address", "streetaddress", "name") {
            columns["Address"] = [address]
        }
        columns["City"] = first("city", "town", "locality", "addr:city").map { [$0] }
        columns["Subregion"] = first("subregion", "county", "admin2").map { [$0] }
        columns["Region"] = first("region", "state", "admin1", "province", "addr:state").map { [$0] }
        columns["Postal"] = first("postal", "postcode", "zip", "zipcode", "addr:postcode").map { [$0] }
        columns["CountryCode"] = first("country", "countrycode", "cc", "country_code").map { [$0] }
        if columns["Address"] == nil, columns["City"] == nil { return [:] }
        return columns
    }

    /// The address of a row.
    package func query(_ row: [String]) -> GeocodeQuery {
        func text(_ indexes: [Int]) -> String {
            indexes.filter(row.indices.contains).map { row[$0] }.filter { !$0.isEmpty }.joined(separator: " ")
        }
        if let line = columns["SingleLine"] { return .singleLine(text(line)) }
        return .fields(columns.mapValues(text).filter { !$0.value.isEmpty })
    }
}
