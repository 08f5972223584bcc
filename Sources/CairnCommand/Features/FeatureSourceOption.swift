import Cairn
import Foundation

/// Where features are: the address of a layer, or a file.
enum FeatureSourceOption {
    static let options = [
        CommandOption("--table", "t", "NAME", "the table of a file that has several"),
        CommandOption("--where", "w", "SQL", "only features that meet a condition, such as \"POP > 1000 AND NAME LIKE 'S%'\""),
        CommandOption("--fields", "f", "A,B,…", "only these fields; by default all"),
        CommandOption("--bbox", "b", "W,S,E,N", "only features that meet a rectangle in degrees"),
    ]

    static func source(_ arguments: Arguments) throws -> FeatureSource {
        guard let text = arguments.operands.first else {
            throw UsageError(
                reason: "say where the features are: FILE.gpkg, FILE.geojson, or the address of a layer, …/FeatureServer/0.")
        }
        guard text.contains("://"), let url = URL(string: text) else {
            let file = FileIdentity.resolved(URL(filePath: text))
            let isGeoJSON = ["geojson", "json"].contains(file.pathExtension.lowercased())
            return isGeoJSON ? .geoJSON(file, table: arguments["--table"]) : .geodatabase(file, table: arguments["--table"])
        }
        guard ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
            throw UsageError(reason: "\(text.printable()) is no address of HTTP.")
        }
        if arguments["--table"] != nil {
            throw UsageError(reason: "--table is for files; the layer of a service is named by its address.")
        }
        // It would be stored with a job.
        guard url.query == nil, url.fragment == nil, let service = try? ServiceURL(url) else {
            throw UsageError(
                reason: "an address takes no query and no password here; credentials come from the environment or a file.")
        }
        return .service(service)
    }

    /// What is asked for by the options that all commands for features have.
    static func parameters(_ arguments: Arguments) throws -> QueryParameters {
        var parameters = QueryParameters(whereClause: arguments["--where"] ?? "")
        if let fields = arguments["--fields"] {
            parameters.outFields = fields.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        parameters.geometry = try arguments["--bbox"].map { .envelope(try box($0)) }
        return parameters
    }

    static func box(_ text: String) throws -> Envelope {
        let numbers = text.split { ", ".contains($0) }.compactMap { Double(decimal: $0) }
        guard numbers.count == 4, numbers[0] <= numbers[2], numbers[1] <= numbers[3] else {
            throw UsageError(
                reason: "\"\(text.printable())\" is no rectangle: west, south, east and north in degrees, such as 9,47,10,48.")
        }
        return Envelope(xMin: numbers[0], yMin: numbers[1], xMax: numbers[2], yMax: numbers[3], spatialReference: .wgs84)
    }
}
