import CairnGeo

/// The order of features that come from several places: by fields, and by object id behind them, what was added here last.
struct FeatureOrder {
    private let keys: [OrderBy.Key]
    private let idField: String

    init(_ keys: [OrderBy.Key], idField: String) {
        (self.keys, self.idField) = (keys, idField)
    }

    func isBefore(_ first: Feature, _ second: Feature) -> Bool {
        for key in keys {
            let (left, right) = (value(first, key.field), value(second, key.field))
            if Self.isLess(left, right) { return !key.isDescending }
            if Self.isLess(right, left) { return key.isDescending }
        }
        let (left, right) = (id(first), id(second))
        return left < right
    }

    private func value(_ feature: Feature, _ field: String) -> AttributeValue {
        feature.attributes.value(ofAnyCase: field) ?? .null
    }

    private func id(_ feature: Feature) -> (Int, Int) {
        let id = feature.attributes[idField]?.int ?? 0
        return id < 0 ? (1, -id) : (0, id)
    }

    /// Nulls come first.
    private static func isLess(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
        switch (left, right) {
        case (.null, .null): false
        case (.null, _): true
        case (.integer(let left), .integer(let right)): left < right
        case (.date(let left), .date(let right)): left < right
        case (.string(let left), .string(let right)): left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
        default: (left.double ?? .nan) < (right.double ?? .nan)
        }
    }
}
