import CairnCore
import CairnGeo
public import CairnTasks

/// Finds the addresses of a table: a tool over any locator.
///
/// The columns that make an address are found by their names, such as `SingleLine`, or `Address` and `City`.
public struct GeocodeTableTool: GeoprocessingTool {
    /// Its name in addresses.
    public let name = "GeocodeTable"
    /// Its name for people.
    public let displayName = "Geocode a table"
    /// What it does.
    public let description = "Finds the addresses of a table, and gives each row with its place, its score and its status."
    /// What it takes and gives.
    public let parameters = [
        GeoprocessingParameterInfo("Table", .table, description: "Rows with the columns of addresses."),
        GeoprocessingParameterInfo("Places", .features, direction: .output, requirement: .derived),
        GeoprocessingParameterInfo("Matched", .long, direction: .output, requirement: .derived),
        GeoprocessingParameterInfo("Unmatched", .long, direction: .output, requirement: .derived),
    ]
    private let locator: LocatorTask

    /// So many are looked for between two reports.
    private static let batchSize = 200
    private static let added = ["Status", "Score", "Match_addr"]

    /// The tool over a locator.
    public init(_ locator: LocatorTask) {
        self.locator = locator
    }

    /// Does the work.
    @concurrent
    public func run(
        _ inputs: [String: GeoprocessingValue], in context: ToolContext
    ) async throws -> [String: GeoprocessingValue] {
        guard let input = inputs["Table"]?.table else { throw ToolInputError.unusable(name: "Table", reason: "it is missing") }
        let rows = try await context.features(of: input)
        let columns = try columns(of: rows)
        var places: [Feature] = []
        var matched = 0
        for start in stride(from: 0, to: rows.features.count, by: Self.batchSize) {
            try Task.checkCancellation()
            let batch = rows.features[start..<min(start + Self.batchSize, rows.features.count)]
            let records = zip(batch.indices, batch).map {
                GeocodeRecord(id: $0, query: columns.query(text(of: $1, columns.header)))
            }
            for (row, match) in zip(batch, try await locator.geocodeAddresses(records)) {
                if match.result != nil { matched += 1 }
                places.append(place(of: row, match))
            }
            context.reportProgress(Double(places.count) / Double(rows.features.count), "\(places.count) rows")
        }
        context.post("\(matched) of \(places.count) rows have a place.")
        let fields = rows.fields + Self.added.map { Field($0, type: $0 == "Score" ? .double : .string) }
        let set = FeatureSet(fields: fields, features: places, spatialReference: .wgs84)
        return [
            "Places": .features(GeoprocessingFeatures(set, geometryType: .point)), "Matched": .long(matched),
            "Unmatched": .long(places.count - matched),
        ]
    }

    private func columns(of rows: FeatureSet) throws -> AddressTable {
        let header = rows.fields.isEmpty ? rows.features.first?.attributes.names ?? [] : rows.fields.map(\.name)
        guard let table = AddressTable(header: header) else {
            let names = header.map { $0.printable(upTo: 60) }.joined(separator: ", ")
            throw ToolInputError.unusable(name: "Table", reason: "none of its columns (\(names)) is known to hold an address")
        }
        return table
    }

    private func text(of row: Feature, _ header: [String]) -> [String] {
        header.map { row.attributes.value(ofAnyCase: $0)?.text ?? "" }
    }

    private func place(of row: Feature, _ match: GeocodeMatch) -> Feature {
        let values: [AttributeValue] = [
            .string(match.status.rawValue), .double(match.result?.score ?? 0), .string(match.result?.label ?? ""),
        ]
        let attributes = row.attributes.map { ($0.name, $0.value) } + zip(Self.added, values)
        return Feature(attributes: Attributes(attributes), geometry: match.result?.location.map { .point($0) })
    }
}
