import CairnCore
import CairnGeo
import Foundation

extension LocatorInfo {
    /// Reads the metadata of a GeocodeServer; most members may be missing, but not all that make it one.
    init(_ answer: AnswerPart) throws {
        let capabilities = try answer.optional("capabilities")?.text().lowercased()
        let properties = try answer.optional("locatorProperties")
        let maximum = try Self.batchSize(properties?.optional("MaxBatchSize")) ?? 1000
        let suggested = try Self.batchSize(properties?.optional("SuggestedBatchSize")) ?? 150
        self.init(
            name: answer.url.deletingLastPathComponent().lastPathComponent,
            description: try Self.words(answer.optional("serviceDescription")),
            version: try Self.words(answer.optional("currentVersion")),
            addressFields: try Self.fields(answer.optional("addressFields")),
            singleLineField: try Self.line(answer.optional("singleLineAddressField")),
            resultFields: try Self.fields(answer.optional("candidateFields")),
            intersectionResultFields: try Self.fields(answer.optional("intersectionCandidateFields")),
            spatialReference: try answer.optional("spatialReference")?.spatialReference(),
            // Old servers do not list what they can; then it is tried.
            supportsSuggestions: capabilities?.contains("suggest") ?? false,
            supportsReverseGeocoding: capabilities?.contains("reversegeocode") ?? true,
            suggestedBatchSize: min(suggested, maximum), maximumBatchSize: maximum,
            countries: try answer.optional("countries")?.list().map { try $0.text() } ?? [])
        self.properties = Self.texts(properties)
        let canGeocode = capabilities?.contains("geocode") == true || supportsSuggestions
        guard canGeocode || properties != nil || singleLineField != nil || !addressFields.isEmpty || !resultFields.isEmpty else {
            throw answer.refusal(
                "is not that of a geocode service, it has none of addressFields, candidateFields and locatorProperties")
        }
    }

    /// The parameter that takes a whole address; not one that means something else.
    private static func line(_ field: AnswerPart?) throws -> String? {
        guard let part = try field?.required("name") else { return nil }
        let name = try part.filledText()
        guard !LocatorWire.parameters.contains(name.lowercased()) else { throw part.refusal("is a parameter of another meaning") }
        return name
    }

    private static func fields(_ list: AnswerPart?) throws -> [Field] {
        try list?.list().map { part in
            _ = try part.required("name").filledText()
            guard let field = Field(esriJSON: part.json) else { throw part.refusal("has no name") }
            return field
        } ?? []
    }

    /// A hint: whoever gives no useful one gets the usual, and no one a request without bounds.
    private static func batchSize(_ part: AnswerPart?) -> Int? {
        guard let number = part?.json.lenientDouble, number >= 1 else { return nil }
        return Int(rounding: number.clamped(to: 1...1e6), .towardZero)
    }

    /// What is a text, a number, or true or false, as text; what is not is left out.
    private static func texts(_ part: AnswerPart?) -> [String: String] {
        part?.json.object?.compactMapValues { value in
            switch value {
            case .string(let text): text
            case .integer, .number, .decimal, .bool: value.text()
            default: nil
            }
        } ?? [:]
    }

    /// Words for people, who get none if they cannot be read. Some servers write "null".
    private static func words(_ part: AnswerPart?) -> String {
        let words = (try? part?.text()) ?? ""
        return words == "null" ? "" : words
    }
}
