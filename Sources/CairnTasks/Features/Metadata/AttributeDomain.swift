public import CairnCore
public import CairnGeo

/// The values that an attribute may have.
public struct AttributeDomain: Sendable, Hashable, Codable {
    /// A value with its name.
    public struct CodedValue: Sendable, Hashable, Codable {
        /// What it is called.
        public var name: String
        /// The value.
        public var code: AttributeValue

        /// A value with its name.
        public init(name: String, code: AttributeValue) { (self.name, self.code) = (name, code) }
    }

    /// Its name.
    public var name: String
    /// The values, if they are counted out.
    public var codedValues: [CodedValue]
    /// The least and the greatest value, if all between them are allowed.
    public var range: ClosedRange<Double>?

    /// A domain.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - codedValues: The values, if they are counted out.
    ///   - range: The least and the greatest value, if all between them are allowed.
    public init(name: String, codedValues: [CodedValue] = [], range: ClosedRange<Double>? = nil) {
        (self.name, self.codedValues, self.range) = (name, codedValues, range)
    }

    init(_ part: AnswerPart) throws {
        name = try part.required("name").filledText()
        codedValues =
            try part.optional("codedValues")?.list().map { value in
                let code = try value.required("code")
                guard code.json.array == nil, code.json.object == nil else { throw code.refusal("is no value") }
                return CodedValue(name: try value.required("name").text(), code: AttributeValue(esriJSON: code.json))
            } ?? []
        range = try part.optional("range").map { range in
            let ends = try range.list().map { try $0.number() }
            guard ends.count == 2, ends[0] <= ends[1] else { throw range.refusal("is no range") }
            return ends[0]...ends[1]
        }
    }

    /// Reads a domain as servers write it; nil if it is inherited from elsewhere, or is none that is known. Of coded values those that cannot be read
    /// are left out.
    ///
    /// - Parameters:
    ///   - json: What the server says.
    ///   - type: That of the field: codes of moments are numbers on the wire. A range of moments stays in milliseconds since 1970.
    public init?(esriJSON json: JSONValue, type: FieldType? = nil) {
        let name = json["name"]?.string ?? ""
        switch json["type"]?.string {
        case "codedValue":
            let values = (json["codedValues"]?.array ?? []).compactMap { CodedValue(esriJSON: $0, type) }
            if values.isEmpty { return nil }
            self.init(name: name, codedValues: values)
        case "range":
            let ends = (json["range"]?.array ?? []).compactMap(\.double).filter(\.isFinite)
            guard ends.count == 2, ends[0] <= ends[1] else { return nil }
            self.init(name: name, range: ends[0]...ends[1])
        default: return nil
        }
    }
}

extension AttributeDomain.CodedValue {
    fileprivate init?(esriJSON json: JSONValue, _ type: FieldType?) {
        guard let code = json["code"], code.array == nil, code.object == nil else { return nil }
        let value = AttributeValue(esriJSON: code, type: type)
        self.init(name: json["name"]?.string ?? value.text, code: value)
    }
}
