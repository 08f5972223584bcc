import CairnCore
import CairnGeo
import Foundation

/// Places with nine attributes, as they are found in cities' data, by chance.
enum FeatureSample {
    private static let definition = FeatureTableDefinition(
        "places",
        fields: [
            Field("NAME", length: 40), Field("STREET", length: 40), Field("CITY", length: 30), Field("KIND", length: 10),
            Field("FLOORS", type: .integer), Field("POP", type: .integer), Field("AREA", type: .double),
            Field("BUILT", type: .date),
            Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")),
        ], geometryType: .point, spatialReference: .wgs84)

    private static func feature(_ number: Int, _ random: inout some RandomNumberGenerator) -> Feature {
        let city = ["Vaduz", "Schaan", "Balzers", "Triesen", "Eschen"][number % 5]
        let attributes: Attributes = [
            "NAME": .string("House \(number)"), "STREET": .string("\(number % 311) Landstrasse"), "CITY": .string(city),
            "KIND": .string(["home", "shop", "farm"][number % 3]), "FLOORS": .integer(number % 9),
            "POP": .integer(Int.random(in: 0...99_999, using: &random)),
            "AREA": .double(Double.random(in: 20...900, using: &random)),
            "BUILT": .date(Date(timeIntervalSince1970: Double(Int.random(in: -2_000_000_000...1_700_000_000, using: &random)))),
            "GLOBALID": .string("{\(UUID().uuidString)}"),
        ]
        let place = MapPoint(
            x: .random(in: 9.4...9.7, using: &random), y: .random(in: 47...47.3, using: &random), spatialReference: .wgs84)
        return Feature(attributes: attributes, geometry: .point(place))
    }

    /// - Parameter hasGlobalIDs: Whether the global ids are told to be that.
    static func write(_ count: Int, to file: URL, hasGlobalIDs: Bool = false) async throws {
        var definition = definition
        if hasGlobalIDs { definition.globalIDField = "GLOBALID" }
        let geodatabase = try await Geodatabase.create(at: file)
        try await geodatabase.transaction { [definition] editor in
            try editor.createTable(definition)
            var random = SystemRandomNumberGenerator()
            try editor.add((0..<count).lazy.map { feature($0, &random) }, to: "places")
        }
        try await geodatabase.close()
    }

    /// All of a file's features as a service answers them, in JSON and in Protocol Buffers.
    static func encoded(_ file: URL) async throws -> (json: [UInt8], buffers: [UInt8]) {
        let geodatabase = Geodatabase(fileURL: file, isReadOnly: true)
        try await geodatabase.load()
        let set = try await geodatabase.tables[0].queryFeatures(using: QueryParameters()).featureSet()
        var header = FeatureSetWriter.Header(fields: set.fields, geometryType: .point, spatialReference: .wgs84)
        header.objectIDField = "OBJECTID"
        var json = FeatureSetWriter(header)
        var buffers = FeaturePBFWriter(set, objectID: "OBJECTID", geometryType: GeometryType.point.rawValue)
        for feature in set.features {
            json.append(feature)
            try buffers.append(feature)
        }
        json.finish(exceededTransferLimit: false)
        buffers.finish(exceededTransferLimit: false)
        return (json.take(), buffers.take())
    }

    /// In pieces, as they come from the network.
    private static let piece = 1 << 16

    static func read(json: [UInt8]) throws -> Int { try count(json, FeatureSetReader()) }

    static func read(buffers: [UInt8]) throws -> Int { try count(buffers, FeaturePBFReader()) }

    private static func count(_ bytes: [UInt8], _ reader: some FeatureReader) throws -> Int {
        var (reader, features) = (reader, [Feature]())
        for start in stride(from: 0, to: bytes.count, by: piece) {
            reader.append(bytes[start..<min(start + piece, bytes.count)])
            if start + piece >= bytes.count { reader.finish() }
            features.removeAll(keepingCapacity: true)
            try reader.read(into: &features)
        }
        return reader.count
    }
}
