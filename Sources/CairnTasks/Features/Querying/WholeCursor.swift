import CairnGeo

/// The features of a service that gives them all at once or not at all: they have no object ids, and there are no pages.
struct WholeCursor: FeatureCursor {
    private let fields: [String: String]
    private var isDone = false
    private var (offset, limit): (Int, Int)

    init(_ fields: [String: String], _ parameters: QueryParameters) {
        self.fields = fields
        offset = max(0, parameters.resultOffset)
        limit = max(0, parameters.maxFeatures ?? .max)
    }

    var takesPieces: Bool { false }

    mutating func request(upTo size: Int) -> FeaturePageRequest? {
        isDone || limit == 0 ? nil : FeaturePageRequest(fields: fields, count: 1)
    }

    mutating func take(_ features: [Feature]) throws(FeatureCursorError) -> [Feature] {
        let wanted = features.dropFirst(offset).prefix(limit)
        offset = max(0, offset - features.count)
        limit -= wanted.count
        return Array(wanted)
    }

    mutating func end(isCut: Bool) throws(FeatureCursorError) -> [Feature] {
        isDone = true
        guard !isCut || limit == 0 else {
            throw FeatureCursorError(
                words:
                    "it is not all that was asked for, and the service gives neither pages nor object ids; ask for less at once")
        }
        return []
    }
}
