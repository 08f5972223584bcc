import CairnCore

/// A web map in a record: as text, for it may have nulls, which records are free of.
struct KeptWebMap: Sendable, Hashable {
    let map: WebMap
}

extension KeptWebMap: Codable {
    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        map = try WebMap(json: JSONValue(parsing: text))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(map.json.text())
    }
}
