public import CairnCore
public import CairnGeo
import Foundation

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

    /// Reads a domain as servers write it; nil if it is inherited from elsewhere, or cannot be read.
    public init?(esriJSON json: JSONValue) {
        guard json["type"]?.string != "inherited", let domain = try? AttributeDomain(AnswerPart(json, of: URL(filePath: "/")))
        else {
            return nil
        }
        self = domain
    }
}
