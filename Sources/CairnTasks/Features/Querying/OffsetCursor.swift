import CairnCore
import CairnGeo

/// Goes through the features of a service that gives them page by page: each begins where the one before has ended.
struct OffsetCursor: FeatureCursor {
    private let fields: [String: String]
    /// The name of the field that tells features from each other; nil where each row comes once, and is told by its values.
    private let idField: String?
    private var offset: Int
    /// How many features are still wanted.
    private var rest: Int
    private var isAtEnd = false
    private var (asked, received) = (0, 0)
    private var seen = FeaturesSeen()
    private var ofThisPage: [Int] = []

    init(_ fields: [String: String], idField: String?, _ parameters: QueryParameters) {
        (self.fields, self.idField) = (fields, idField)
        // With room for what comes.
        offset = parameters.resultOffset.clamped(to: 0...Int.max / 2)
        rest = max(0, parameters.maxFeatures ?? .max)
    }

    var takesPieces: Bool { true }

    mutating func request(upTo size: Int) -> FeaturePageRequest? {
        for number in ofThisPage { seen.insert(number) }
        (ofThisPage, received) = ([], 0)
        if isAtEnd || rest == 0 { return nil }
        asked = min(size, rest)
        let page = ["resultOffset": String(offset), "resultRecordCount": String(asked)]
        return FeaturePageRequest(fields: fields.merging(page) { $1 }, count: asked)
    }

    mutating func take(_ features: [Feature]) throws(FeatureCursorError) -> [Feature] {
        let wanted = features.count > rest ? Array(features.prefix(rest)) : features
        for feature in wanted { try note(feature) }
        received += features.count
        offset += features.count
        rest -= wanted.count
        return wanted
    }

    /// Within a page an id may be repeated: there are views whose ids are none.
    private mutating func note(_ feature: Feature) throws(FeatureCursorError) {
        let number: Int
        if let idField {
            guard let id = feature.objectID(idField) else { throw FeatureCursorError(words: "a feature has no \(idField)") }
            number = id
        } else {
            number = feature.hashValue
        }
        guard !seen.contains(number) else {
            let what = idField.map { "the feature of \($0) \(number)" } ?? "a row"
            throw FeatureCursorError(
                words:
                    "it holds \(what) again, which came on a page before. The server ignores where a page is to begin, or the features have "
                    + "changed meanwhile; ask anew, or by object ids")
        }
        ofThisPage.append(number)
    }

    mutating func end(isCut: Bool) throws(FeatureCursorError) {
        if isCut, received == 0 { throw FeatureCursorError(words: "it says that there is more, and gives nothing") }
        isAtEnd = !isCut && received < asked
    }
}

extension Feature {
    /// The object id; nil if it has none.
    func objectID(_ field: String) -> Int? {
        if let value = attributes[field] { return value.int }
        // Some services spell it otherwise in answers than in what they say of their fields.
        return attributes.first { $0.name.lowercased() == field.lowercased() }?.value.int
    }
}
