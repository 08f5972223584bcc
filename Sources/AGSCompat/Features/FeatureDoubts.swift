import CairnGeo

/// The parts of a feature of which its table may have another value than it was known to have: what was asked to be kept and is not answered, and
/// what may have been taken back since.
struct FeatureDoubts {
    enum Part: Hashable {
        case attribute(String)
        case geometry
    }

    private var lastNumber = 0
    /// By which edit each was asked to be kept last, as long as that is not known to be done.
    private var asked: [Part: Int] = [:]
    /// What becomes of the edit that has kept each.
    private var kept: [Part: EditFate] = [:]

    var parts: Set<Part> {
        Set(asked.keys).union(kept.lazy.filter(\.value.isTakenBack).map(\.key))
    }

    /// Whether a part is to be kept by an edit of which nobody has told yet.
    func isAsked(_ part: Part) -> Bool { asked[part] != nil }

    /// Parts are being kept.
    ///
    /// - Returns: The number of the edit.
    mutating func ask(_ parts: Set<Part>) -> Int {
        lastNumber += 1
        for part in parts { asked[part] = lastNumber }
        return lastNumber
    }

    /// An edit is done.
    ///
    /// - Returns: The parts that are known by it: all but those that were asked to be kept again since.
    mutating func settle(_ number: Int, _ fate: EditFate) -> Set<Part> {
        let parts = asked.filter { $0.value == number }.keys
        for part in parts { (asked[part], kept[part]) = (nil, fate) }
        return Set(parts)
    }
}

extension Feature {
    /// What it has.
    var parts: Set<FeatureDoubts.Part> {
        Set(attributes.names.map { .attribute($0) }).union(geometry == nil ? [] : [.geometry])
    }
}
