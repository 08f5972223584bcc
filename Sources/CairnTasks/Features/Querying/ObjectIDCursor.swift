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
    /// Those of the request under way.
    private var asked: [Int] = []
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
        putBack()
        if limit == 0 || rest.isEmpty { return nil }
        asked = rest.suffix(min(size, Self.largestChunk)).reversed()
        rest.removeLast(asked.count)
        awaited = Set(asked)
        received = 0
        return FeaturePageRequest(
            fields: fields.merging(["objectIds": FeatureQueryWire.list(asked)]) { $1 }, count: asked.count)
    }

    /// What has been asked for and has not come is asked for again.
    private mutating func putBack() {
        rest += asked.reversed().filter(awaited.contains)
        (asked, awaited) = ([], [])
    }

    mutating func take(_ features: [Feature]) throws(FeatureCursorError) -> [Feature] {
        var found: [(place: Int, feature: Feature)] = []
        let places = Dictionary(uniqueKeysWithValues: zip(asked, asked.indices))
        for feature in features {
            guard let id = feature.objectID(idField) else { throw FeatureCursorError(words: "a feature has no \(idField)") }
            guard awaited.remove(id) != nil, let place = places[id] else {
                throw FeatureCursorError(
                    words: "it holds the feature of \(idField) \(id), which was not asked for, or is there twice")
            }
            found.append((place, feature))
        }
        received += features.count
        let sorted = found.sorted { $0.place < $1.place }.map(\.feature)
        let wanted = sorted.dropFirst(offset).prefix(limit)
        offset = max(0, offset - sorted.count)
        limit -= wanted.count
        return Array(wanted)
    }

    mutating func end(isCut: Bool) throws(FeatureCursorError) {
        if isCut, received == 0 { throw FeatureCursorError(words: "it says that there is more, and gives nothing") }
        // What has not come, and has not been cut off, does not meet the other conditions.
        if !isCut { (asked, awaited) = ([], []) }
    }
}
