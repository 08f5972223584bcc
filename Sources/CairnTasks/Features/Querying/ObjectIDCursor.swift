import CairnCore
import CairnGeo

/// Goes through features by their object ids, of which each request names some.
struct ObjectIDCursor: FeatureCursor {
    /// As many as all databases take in one list.
    static let largestChunk = 1000

    private let fields: [String: String]
    private let idField: String
    /// Those that have not been asked for, the first last.
    private var rest: [Int]
    /// Those that have been asked for and have neither been given nor given up, and those of them that wait for the ones before them.
    private var (begun, found): ([Int], [Int: Feature]) = ([], [:])
    /// Those of the request under way that have not come.
    private var awaited: Set<Int> = []
    private var (offset, limit): (Int, Int)
    private var received = 0

    /// - Parameter ids: The object ids, each once, in the order of the result.
    init(_ fields: [String: String], idField: String, _ ids: [Int], _ parameters: QueryParameters) {
        // Which not all understand.
        self.fields = fields.filter { $0.key != "orderByFields" }
        self.idField = idField
        rest = ids.reversed()
        offset = max(0, parameters.resultOffset)
        limit = max(0, parameters.maxFeatures ?? .max)
    }

    /// They are put in order.
    var takesPieces: Bool { false }

    mutating func request(upTo size: Int) -> FeaturePageRequest? {
        received = 0
        guard limit > 0 else { return nil }
        let most = min(size, Self.largestChunk)
        if begun.isEmpty {
            begun = rest.suffix(most).reversed()
            rest.removeLast(begun.count)
        }
        // What has been asked for and has not come is asked for again.
        let asked = begun.lazy.filter { [found] in found[$0] == nil }.prefix(most)
        awaited = Set(asked)
        guard !awaited.isEmpty else { return nil }
        return FeaturePageRequest(
            fields: fields.merging(["objectIds": FeatureQueryWire.list(Array(asked))]) { $1 }, count: awaited.count)
    }

    mutating func take(_ features: [Feature]) throws(FeatureCursorError) -> [Feature] {
        for feature in features {
            guard let id = feature.objectID(idField) else { throw FeatureCursorError(words: "a feature has no \(idField)") }
            guard awaited.remove(id) != nil else {
                throw FeatureCursorError(
                    words: "it holds the feature of \(idField) \(id), which was not asked for, or is there twice")
            }
            found[id] = feature
        }
        received += features.count
        return givenInOrder()
    }

    /// Those before the first that has not come.
    private mutating func givenInOrder() -> [Feature] {
        let features = begun.prefix { found[$0] != nil }.compactMap { found.removeValue(forKey: $0) }
        begun.removeFirst(features.count)
        let wanted = features.dropFirst(offset).prefix(limit)
        offset = max(0, offset - features.count)
        limit -= wanted.count
        return Array(wanted)
    }

    mutating func end(isCut: Bool) throws(FeatureCursorError) -> [Feature] {
        if isCut, received == 0 { throw FeatureCursorError(words: "it says that there is more, and gives nothing") }
        // A service may cut without saying so. What it does not give while it gives nothing else does not meet the other conditions.
        if received == 0 { begun.removeAll(where: awaited.contains) }
        return givenInOrder()
    }
}
