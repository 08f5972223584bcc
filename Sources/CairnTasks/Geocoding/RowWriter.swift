import CairnCore
import CairnGeo

/// Turns geocoded rows into the text of an output file.
protocol RowWriter {
    var head: String { get }
    var tail: String { get }
    func row(_ fields: [String], _ match: GeocodeMatch, isFirst: Bool) -> String
}

/// The columns that geocoding adds.
private let resultColumns = ["Status", "Score", "Match_addr", "Addr_type", "X", "Y"]

/// Input columns that bear the name of a result column get an underscore, so that no column hides another.
private func distinct(_ header: [String]) -> [String] {
    header.map { resultColumns.contains($0) ? "_" + $0 : $0 }
}

extension GeocodeMatch {
    /// What can be written of the place: a backend's may be infinite, or none.
    fileprivate var place: MapPoint? {
        result?.location.flatMap { $0.x.isFinite && $0.y.isFinite ? $0 : nil }
    }

    fileprivate var score: Double {
        result.flatMap { $0.score.isFinite ? $0.score : nil } ?? 0
    }
}

struct CSVRowWriter: RowWriter {
    let head: String
    let tail = ""
    private let count: Int

    init(_ header: [String]) {
        head = CSVWriter.row(distinct(header) + resultColumns)
        count = header.count
    }

    func row(_ fields: [String], _ match: GeocodeMatch, isFirst: Bool) -> String {
        // A row of too few fields is filled up, so that results stand under their names.
        let padded = fields.prefix(count) + Array(repeating: "", count: max(0, count - fields.count))
        let place = match.place
        return CSVWriter.row(
            padded + [
                match.status.rawValue, AttributeValue.double(match.score).text, match.result?.label ?? "",
                match.result?.attributes["Addr_type"]?.text ?? "", place.map { "\($0.x)" } ?? "", place.map { "\($0.y)" } ?? "",
            ])
    }
}

struct GeoJSONRowWriter: RowWriter {
    let head = "{\"type\":\"FeatureCollection\",\"features\":[\n"
    let tail = "\n]}\n"
    private let header: [String]

    init(_ header: [String]) {
        self.header = distinct(header)
    }

    func row(_ fields: [String], _ match: GeocodeMatch, isFirst: Bool) -> String {
        var properties: [String: JSONValue] = [:]
        for (name, field) in zip(header, fields) { properties[name] = .string(field) }
        properties["Status"] = .string(match.status.rawValue)
        properties["Score"] = .number(match.score)
        properties["Match_addr"] = .string(match.result?.label ?? "")
        properties["Addr_type"] = .string(match.result?.attributes["Addr_type"]?.text ?? "")
        let geometry: JSONValue =
            match.place.map { ["type": "Point", "coordinates": [.number($0.x), .number($0.y)]] } ?? .null
        let feature: JSONValue = ["type": "Feature", "geometry": geometry, "properties": .object(properties)]
        return (isFirst ? "" : ",\n") + feature.text()
    }
}
