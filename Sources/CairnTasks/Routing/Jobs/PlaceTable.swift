import CairnCore
public import CairnGeo
public import Foundation

/// A CSV table of places: the file, and which columns tell where they are and what they are called.
///
/// Coordinates are longitude and latitude in degrees.
public struct PlaceTable: Sendable, Hashable, Codable {
    /// A table whose places cannot be read.
    public struct Unusable: Error, Hashable, CustomStringConvertible, LocalizedError {
        /// The file.
        public let path: String
        /// Why.
        public let reason: String
        /// The file, and why.
        public var description: String { "The places of \(path) cannot be read: \(reason).".printable(upTo: .max) }
        /// The same as `description`.
        public var errorDescription: String? { description }
    }

    /// A place of a table.
    public struct Place: Sendable, Hashable {
        /// What it is called: its number, from 1, where no column says so.
        public let name: String
        /// Where it is.
        public let point: MapPoint
    }

    /// The file.
    public var url: URL
    /// The column of longitudes, counted from 0.
    public var longitudeColumn: Int
    /// The column of latitudes, counted from 0.
    public var latitudeColumn: Int
    /// The column of names, counted from 0; nil if there is none.
    public var nameColumn: Int?

    /// Finds the columns by their names in the header: lon, longitude, lng or x; lat, latitude or y; name, id or label.
    ///
    /// - Throws: ``Unusable``, naming the columns there are; `SystemError`.
    public init(detecting url: URL) throws {
        guard let header = try CSVReader(url).next()?.fields else { throw Unusable(path: url.path, reason: "the file is empty") }
        let names = header.map { $0.lowercased().trimmingCharacters(in: .whitespaces) }
        func first(_ synonyms: String...) -> Int? { synonyms.lazy.compactMap { names.firstIndex(of: $0) }.first }
        guard let longitude = first("longitude", "lon", "lng", "long", "x"), let latitude = first("latitude", "lat", "y") else {
            throw Unusable(
                path: url.path,
                reason:
                    "it wants a column lon (or longitude, x) and a column lat (or latitude, y); it has \(header.joined(separator: ", "))"
            )
        }
        (self.url, longitudeColumn, latitudeColumn) = (url, longitude, latitude)
        nameColumn = first("name", "label", "title", "id", "objectid")
    }

    /// All places, in their order.
    ///
    /// - Throws: ``Unusable``, naming the first line that is none; `SystemError`; `CancellationError` if the calling task is cancelled.
    public func places() throws -> [Place] {
        let reader = try CSVReader(url)
        _ = try reader.next()
        var places: [Place] = []
        while let row = try reader.next() {
            if places.count % 1024 == 0 { try Task.checkCancellation() }
            if let problem = row.problem { throw Unusable(path: url.path, reason: "line \(row.line): \(problem)") }
            if row.fields == [""] { continue }
            places.append(try place(row, number: places.count + 1))
        }
        return places
    }

    private func place(_ row: CSVReader.Row, number: Int) throws(Unusable) -> Place {
        func degrees(_ column: Int, _ limit: Double, _ what: String) throws(Unusable) -> Double {
            let text = row.fields.indices.contains(column) ? row.fields[column].trimmingCharacters(in: .whitespaces) : ""
            guard let value = Double(decimal: text), abs(value) <= limit else {
                throw Unusable(
                    path: url.path, reason: "line \(row.line): \"\(text.printable(upTo: 40))\" is no \(what) in degrees")
            }
            return value
        }
        let point = MapPoint(
            latitude: try degrees(latitudeColumn, 90, "latitude"), longitude: try degrees(longitudeColumn, 180, "longitude"))
        let name = nameColumn.flatMap { row.fields.indices.contains($0) ? row.fields[$0] : nil } ?? ""
        return Place(name: name.isEmpty ? "\(number)" : name, point: point)
    }
}
