import CairnCore

/// What is read as GeoJSON says that it is: features of other formats would be features without values.
struct GeoJSONKind {
    /// What an element of a list of features says of itself.
    private var type = JSONValue.null
    private var attributes = JSONValue.null
    /// Whether it says something of its properties, be it that there are none.
    var hasProperties = false

    /// Reads a member that holds neither the values nor the geometry.
    mutating func readMember(_ name: Range<Int>, _ cursor: inout JSONCursor) throws(JSONStop) {
        let value = try cursor.value()
        if cursor.isText(name, "type") { type = value }
        if cursor.isText(name, "attributes") { attributes = value }
        guard cursor.isText(name, "properties") else { return }
        hasProperties = true
        try Self.expectProperties(value)
    }

    /// For an element of which all has been read.
    func expectFeature() throws(JSONStop) {
        if type == "Feature" { return hasProperties ? () : try Self.expectNoValues(in: attributes) }
        if !attributes.isNull, type.isNull { throw Self.esriJSON }
        let kind = type.isNull ? "Elements without a type" : "Elements of the type \(Self.words(type))"
        throw .refused(.unsupported("\(kind) among features", advice: "make a Feature of each, or take them out"))
    }

    /// Beside properties they are a foreign member, as anything may be (RFC 7946, 6.1). In place of these they are the values, which would be lost.
    static func expectNoValues(in attributes: JSONValue?) throws(JSONStop) {
        guard let members = attributes?.object, !members.isEmpty else { return }
        throw .refused(
            .unsupported(#"A Feature with "attributes" and without "properties""#, advice: #"call them "properties""#))
    }

    static func expectProperties(_ json: JSONValue?) throws(JSONStop) {
        if let json, !json.isNull, json.object == nil {
            throw .refused(
                .unsupported("Properties that are no object", advice: "make each a member of an object, with its name"))
        }
    }

    /// For a document with a list of features. It need not say what it is, as these do.
    static func expectCollection(_ type: JSONValue?) throws(JSONStop) {
        guard let type, !type.isNull, type != "FeatureCollection" else { return }
        throw .refused(
            .unsupported("Features in a document of the type \(words(type))", advice: "convert it into a FeatureCollection"))
    }

    /// Of a document in which none were found.
    static func noFeatures(_ members: [String: JSONValue]) -> JSONStop {
        let isEsriJSON =
            ["attributes", "objectIdFieldName"].contains { members[$0] != nil }
            || members["geometryType"]?.string?.hasPrefix("esri") == true
        return isEsriJSON ? esriJSON : .refused(.malformed("it is neither a FeatureCollection nor a Feature of GeoJSON"))
    }

    private static let esriJSON = JSONStop.refused(
        .unsupported(
            "Features in Esri JSON", advice: #"convert them, as "ogr2ogr -f GPKG features.gpkg ESRIJSON:FILE" does"#))

    private static func words(_ type: JSONValue) -> String { (type.string ?? type.text()).printable(upTo: 40) }
}
