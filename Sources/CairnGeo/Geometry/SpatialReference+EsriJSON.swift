public import CairnCore

extension SpatialReference {
    /// Reads Esri's `{"wkid":…,"latestWkid":…}` or `{"wkt":…}`, or an id alone; ids may be text.
    ///
    /// Nil for what says nothing, as servers write it: null, `{}`, `[]`, an empty text, and an id of 0. Beside a text an id below 0 says nothing either;
    /// alone it is that of a reference of which nothing is known.
    ///
    /// - Throws: ``GeometryError/malformed(_:)`` for all else that is no reference.
    public init?(esriJSON json: JSONValue?) throws(GeometryError) {
        guard let json, let written = try WrittenReference(json) else { return nil }
        let own = try written.id("wkid", hasOther: written.text != nil)
        let latest = try written.id("latestWkid", hasOther: written.text != nil || own != nil)
        if let id = own ?? latest {
            self.init(wkid: id, latestWkid: latest)
            wkt = written.text
        } else if let text = try written.onlyText() {
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
        if json.saysNothing || json.object?.isEmpty == true || json.array?.isEmpty == true { return nil }
        (self.json, members) = (json, json.object ?? ["wkid": json])
        guard ["wkid", "latestWkid", "wkt", "wkt2"].contains(where: { members[$0] != nil }) else { throw refusal }
    }

    private var writtenText: JSONValue? {
        ["wkt", "wkt2"].lazy.compactMap { members[$0] }.first { !$0.saysNothing }
    }

    /// The text, in either version of the standard; nil if there is none.
    var text: String? { writtenText?.string }

    /// The text where there is no id.
    func onlyText() throws(GeometryError) -> String? {
        if let writtenText, writtenText.string == nil { throw refusal }
        return text
    }

    /// An id; nil if it says none.
    func id(_ name: String, hasOther: Bool) throws(GeometryError) -> Int? {
        guard let value = members[name], !value.saysNothing else { return nil }
        guard let id = value.int ?? value.lenientDouble.flatMap({ Int(exactly: $0) }) else { throw refusal }
        return id > 0 || id < 0 && !hasOther ? id : nil
    }

    private var refusal: GeometryError {
        .malformed(
            "its spatial reference, \(json.text().printable(upTo: 40)), is none: write a well-known id such as 4326, or a wkt")
    }
}

extension JSONValue {
    fileprivate var saysNothing: Bool { isNull || string?.allSatisfy(\.isWhitespace) == true }
}
