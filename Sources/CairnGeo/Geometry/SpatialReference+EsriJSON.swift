public import CairnCore

extension SpatialReference {
    /// Reads Esri's `{"wkid":…,"latestWkid":…}` or `{"wkt":…}`, or an id alone; ids may be text.
    ///
    /// Nil for what says nothing, as servers write it: null, `{}`, an empty text, and an id of 0. Beside a text an id below 0 says nothing either.
    ///
    /// - Throws: ``GeometryError/malformed(_:)`` for all else that is no reference.
    public init?(esriJSON json: JSONValue?) throws(GeometryError) {
        guard let json, let written = try WrittenReference(json) else { return nil }
        let text = try written.text()
        let latest = try written.id("latestWkid", hasText: text != nil)
        if let id = try written.id("wkid", hasText: text != nil) ?? latest {
            self.init(wkid: id, latestWkid: latest)
            wkt = text
        } else if let text {
            self.init(wkt: text)
        } else {
            return nil
        }
    }

    /// Esri's form.
    public var esriJSON: JSONValue {
        var members: [String: JSONValue] = [:]
        if let wkid { members["wkid"] = .integer(wkid) }
        if let latestWkid { members["latestWkid"] = .integer(latestWkid) }
        if let wkt, wkid == nil { members["wkt"] = .string(wkt) }
        return .object(members)
    }
}

/// What is written of a reference.
private struct WrittenReference {
    private let json: JSONValue
    private let members: [String: JSONValue]

    /// Nil for what says nothing.
    ///
    /// - Throws: ``GeometryError/malformed(_:)`` for an object that has none of the members of a reference.
    init?(_ json: JSONValue) throws(GeometryError) {
        if json.saysNothing || json.object?.isEmpty == true { return nil }
        (self.json, members) = (json, json.object ?? ["wkid": json])
        guard ["wkid", "latestWkid", "wkt", "wkt2"].contains(where: { members[$0] != nil }) else { throw refusal }
    }

    /// The text, in either version of the standard; nil if there is none.
    func text() throws(GeometryError) -> String? {
        guard let value = ["wkt", "wkt2"].lazy.compactMap({ members[$0] }).first(where: { !$0.saysNothing }) else { return nil }
        guard let text = value.string else { throw refusal }
        return text
    }

    /// An id; nil if it says none.
    func id(_ name: String, hasText: Bool) throws(GeometryError) -> Int? {
        guard let value = members[name], !value.saysNothing else { return nil }
        guard let id = value.int ?? value.lenientDouble.flatMap({ Int(exactly: $0) }), hasText || id >= 0 else { throw refusal }
        return id > 0 ? id : nil
    }

    private var refusal: GeometryError {
        .malformed(
            "its spatial reference, \(json.text().printable(upTo: 40)), is none: write a well-known id such as 4326, or a wkt")
    }
}

extension JSONValue {
    fileprivate var saysNothing: Bool { isNull || string?.allSatisfy(\.isWhitespace) == true }
}
