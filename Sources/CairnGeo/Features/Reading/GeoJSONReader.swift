package import CairnCore

/// Reads the features of GeoJSON (RFC 7946) while its bytes come: a collection, or one feature.
///
/// What has come is given to `append(_:)`, and what can be read of it is read; after the last bytes comes `finish()`, and what is left. It keeps
/// no more than the bytes of one feature and of one chunk.
package struct GeoJSONReader {
    /// A feature, its properties in their order.
    package struct Element {
        package var properties: [(name: String, value: JSONValue)] = []
        package var geometry: Geometry?
    }

    private enum Place {
        case opening, member, behindMember, feature, behindFeature, end
    }

    private(set) var arrived = ArrivingBytes()
    private var place = Place.opening
    private var members: [String: JSONValue] = [:]
    private var hasFeatures = false
    private var count = 0

    /// Which feature of the collection is being read, or was read last, from 1 on; nil outside of them.
    package var number: Int? {
        switch place {
        case .feature: count + 1
        case .behindFeature: count
        default: nil
        }
    }

    package init() {}

    /// Takes more of the document.
    package mutating func append(_ chunk: some Collection<UInt8>) {
        arrived.append(chunk)
    }

    /// Says that there is no more.
    package mutating func finish() { arrived.finish() }

    /// Calls `body` with each feature that is there.
    ///
    /// - Throws: `JSONSyntaxError`; ``GeometryError`` for a geometry that cannot be read; what `body` throws.
    package mutating func read(_ body: (Element) throws -> Void) throws {
        guard arrived.areWorthReading() else { return }
        do {
            while place != .end {
                if let element = try next() { try body(element) }
            }
            try expectEnd()
        } catch JSONStop.unfinished where !arrived.isWhole {
            try arrived.waitForMore()
        } catch let stop as JSONStop {
            throw stop.error
        }
    }

    private mutating func expectEnd() throws(JSONStop) {
        let bytes = arrived.bytes
        let outcome: Result<Void, JSONStop> = bytes.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes, at: arrived.position, isWhole: arrived.isWhole)
            defer { arrived.position = cursor.position }
            do throws(JSONStop) { return .success(try cursor.expectEnd()) } catch { return .failure(error) }
        }
        try outcome.get()
    }

    /// Reads on to the next place, which may be behind a feature.
    private mutating func next() throws(JSONStop) -> Element? {
        let bytes = arrived.bytes
        let outcome: Result<Element?, JSONStop> = bytes.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes, at: arrived.position, isWhole: arrived.isWhole)
            do throws(JSONStop) {
                let element = try step(&cursor)
                arrived.position = cursor.position
                return .success(element)
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private mutating func step(_ cursor: inout JSONCursor) throws(JSONStop) -> Element? {
        switch place {
        case .opening:
            // A byte-order mark is against the standard, and some programs write one.
            if try cursor.startsWithMark() { cursor.position += 3 }
            try cursor.expect("{", "GeoJSON is an object")
            if try cursor.take("}") { return try end(&cursor) }
            place = .member
        case .member: try readMember(&cursor)
        case .behindMember:
            if try cursor.takeComma(or: "}") { place = .member } else { return try end(&cursor) }
        case .feature:
            let element = try feature(&cursor)
            place = .behindFeature
            count += 1
            return element
        case .behindFeature: place = try cursor.takeComma(or: "]") ? .feature : .behindMember
        case .end: break
        }
        return nil
    }

    private mutating func readMember(_ cursor: inout JSONCursor) throws(JSONStop) {
        guard try cursor.next() == UInt8(ascii: "\"") else { throw cursor.wrong("a member's name is missing") }
        let name = try cursor.string()
        try cursor.expect(":", "a colon is missing after a name")
        if name == "features" {
            if hasFeatures { throw .refused(.malformed("it has two lists of features")) }
            try cursor.expect("[", "features are no list")
            try GeoJSONKind.expectCollection(members["type"])
            place = try cursor.take("]") ? .behindMember : .feature
            hasFeatures = true
        } else {
            members[name] = try cursor.value()
            if name == "crs" { try Self.expectKnown(members["crs"]) }
            if hasFeatures { try GeoJSONKind.expectCollection(members["type"]) }
            place = .behindMember
        }
    }

    /// RFC 7946 has WGS 84 alone; files of the time before could name others.
    private static func expectKnown(_ crs: JSONValue?) throws(JSONStop) {
        guard let name = crs?["properties"]?["name"]?.string else { return }
        if ["CRS84", "4326", "CRS84h"].contains(where: name.hasSuffix) { return }
        let advice = #"project them, as "ogr2ogr -t_srs EPSG:4326 wgs84.geojson FILE" does"#
        throw .refused(.unsupported("GeoJSON coordinates in \(name.printable(upTo: 60))", advice: advice))
    }

    /// The document is at its end: it may have been one feature.
    private mutating func end(_ cursor: inout JSONCursor) throws(JSONStop) -> Element? {
        place = .end
        if hasFeatures, count > 0 || members["type"]?.isNull == false { return nil }
        guard members["type"]?.string == "Feature" else { throw GeoJSONKind.noFeatures(members) }
        try GeoJSONKind.expectProperties(members["properties"])
        if members["properties"] == nil { try GeoJSONKind.expectNoValues(in: members["attributes"]) }
        var element = Element()
        element.properties = (members["properties"]?.object ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        element.geometry = try Self.geometry(members["geometry"] ?? .null)
        return element
    }

    private func feature(_ cursor: inout JSONCursor) throws(JSONStop) -> Element {
        var (element, kind, geometry) = (Element(), GeoJSONKind(), JSONValue.null)
        try cursor.forEachMember { (cursor, name) throws(JSONStop) in
            if cursor.isText(name, "properties"), try cursor.next() == UInt8(ascii: "{") {
                element.properties = try Self.properties(&cursor)
                kind.hasProperties = true
            } else if cursor.isText(name, "geometry") {
                geometry = try cursor.value()
            } else {
                try kind.readMember(name, &cursor)
            }
        }
        // First: what is no feature has no geometry that is right, either.
        try kind.expectFeature()
        element.geometry = try Self.geometry(geometry)
        return element
    }

    private static func properties(_ cursor: inout JSONCursor) throws(JSONStop) -> [(name: String, value: JSONValue)] {
        var list: [(name: String, value: JSONValue)] = []
        try cursor.forEachMember { (cursor, name) throws(JSONStop) in
            let name = try cursor.document(name.lowerBound - 1..<name.upperBound + 1).string ?? ""
            list.append((name, try cursor.value()))
        }
        return list
    }

    private static func geometry(_ json: JSONValue) throws(JSONStop) -> Geometry? {
        // An empty point, too, may be read as null (RFC 7946, 3.1).
        if json.isNull || json["type"]?.string == "Point" && json["coordinates"]?.array?.isEmpty == true { return nil }
        do {
            return try Geometry(geoJSON: json)
        } catch {
            throw .refused(error as? GeometryError ?? .malformed("\(error)"))
        }
    }
}
