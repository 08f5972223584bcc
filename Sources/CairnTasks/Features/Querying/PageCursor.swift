import CairnCore
import CairnGeo

/// Goes through the features of a service that gives them page by page.
///
/// A page begins behind the last object id of the one before: where it begins by their number, what others delete or add meanwhile moves features
/// between pages. So it does only where ids do not tell, or do not come in order. Each feature that a service without order has left out by then
/// is one that comes again: what it gives is right, or refused. Where its pages ascend by chance, or end early, the account tells.
struct PageCursor: FeatureCursor {
    private let fields: [String: String]
    /// The name of the field that tells features from each other; nil where each row comes once, and is told by its values.
    private let idField: String?
    /// nil where pages begin by number.
    private var condition: ObjectIDCondition?
    private var last: Int?
    private var offset: Int
    /// How many features are still wanted.
    private var rest: Int
    private var isAtEnd = false
    private var (asked, received) = (0, 0)
    private var seen = FeaturesSeen()
    private var ofThisPage: [Int] = []
    private var (isBehindLast, isPassedOver) = (false, false)
    private let isByObjectID: Bool
    /// How many features were to be left out before the first.
    private let start: Int
    /// How many pages have come, and how many rows and different features in them.
    private var (pages, rows, different) = (0, 0, 0)
    /// Whether the last page was empty, and whether it was asked for because more are counted than had come.
    private var (isBarren, isCounted) = (false, false)

    /// - Parameter condition: What asks for the features behind an object id, if that is their order.
    init(
        _ fields: [String: String], idField: String?, condition: ObjectIDCondition? = nil, _ parameters: QueryParameters
    ) {
        (self.fields, self.idField, self.condition) = (fields, idField, condition)
        // With room for what comes.
        offset = parameters.resultOffset.clamped(to: 0...Int.max / 2)
        rest = max(0, parameters.maxFeatures ?? .max)
        (start, isByObjectID) = (offset, condition != nil)
    }

    var takesPieces: Bool { true }

    mutating func request(upTo size: Int) -> FeaturePageRequest? {
        for number in ofThisPage where seen.insert(number) { different += 1 }
        (ofThisPage, received, isBehindLast, isPassedOver) = ([], 0, false, false)
        if isAtEnd || rest == 0 { return nil }
        asked = min(size, rest)
        var page = ["resultOffset": String(offset), "resultRecordCount": String(asked)]
        if let condition, let last {
            (page["where"], page["resultOffset"]) = (condition.text(behind: last), "0")
            isBehindLast = true
        }
        return FeaturePageRequest(fields: fields.merging(page) { $1 }, count: asked)
    }

    mutating func take(_ features: [Feature]) throws(FeatureCursorError) -> [Feature] {
        let wanted = features.count > rest ? Array(features.prefix(rest)) : features
        let numbers = try self.numbers(of: wanted)
        if condition != nil, !isAscending(numbers) {
            condition = nil
            isPassedOver = isBehindLast
        }
        if isPassedOver { return [] }
        for number in numbers { try note(number) }
        last = numbers.last ?? last
        received += features.count
        offset += features.count
        rest -= wanted.count
        rows += wanted.count
        return wanted
    }

    private func numbers(of features: [Feature]) throws(FeatureCursorError) -> [Int] {
        guard let idField else { return features.map(\.hashValue) }
        var numbers: [Int] = []
        numbers.reserveCapacity(features.count)
        for feature in features {
            guard let id = feature.objectID(idField) else { throw FeatureCursorError(words: "a feature has no \(idField)") }
            numbers.append(id)
        }
        return numbers
    }

    private func isAscending(_ numbers: [Int]) -> Bool {
        if let last, let first = numbers.first, first <= last { return false }
        return zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// Within a page an id may be repeated: there are views whose ids are none.
    private mutating func note(_ number: Int) throws(FeatureCursorError) {
        guard !seen.contains(number) else {
            let what = idField.map { "the feature of \($0) \(number)" } ?? "a row"
            throw FeatureCursorError(
                words:
                    "it holds \(what) again, which came on a page before. The server ignores where a page is to begin, or the features have "
                    + "changed meanwhile; ask anew, or by object ids")
        }
        ofThisPage.append(number)
    }

    mutating func end(isCut: Bool) throws(FeatureCursorError) -> [Feature] {
        if isPassedOver { return [] }
        if isCut, received == 0 { throw FeatureCursorError(words: "it says that there is more, and gives nothing") }
        isAtEnd = !isCut && received < asked
        isBarren = received == 0
        pages += 1
        return []
    }

    var byObjectIDs: (@Sendable (_ all: [Int]) -> ObjectIDCursor)? {
        guard isBehindLast, let last, let idField else { return nil }
        var parameters = QueryParameters()
        if rest < .max { parameters.maxFeatures = rest }
        return { [fields, parameters] all in
            ObjectIDCursor(fields, idField: idField, all.filter { $0 > last }, parameters)
        }
    }

    var account: FeatureAccount? {
        guard let idField, isAtEnd, rest > 0 else { return nil }
        // In another order what others add meanwhile lies anywhere: behind several pages a count tells nothing.
        guard isByObjectID || pages == 1 || isCounted else { return nil }
        return FeatureAccount(
            count: start + different, rows: start + rows, goOn: isBarren ? nil : furtherPages, leftOut: leftOut(idField))
    }

    private var furtherPages: @Sendable () -> any FeatureCursor {
        var next = self
        (next.isAtEnd, next.isCounted) = (false, true)
        return { [next] in next }
    }

    private func leftOut(_ idField: String) -> FeatureAccount.LeftOut? {
        guard isByObjectID, start == 0 else { return nil }
        var parameters = QueryParameters()
        if rest < .max { parameters.maxFeatures = rest }
        return FeatureAccount.LeftOut(
            missing: { [seen] all in all.filter { !seen.contains($0) } },
            goOn: { [fields, parameters] in ObjectIDCursor(fields, idField: idField, $0, parameters) })
    }
}
