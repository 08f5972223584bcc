import CairnGeo

/// What was brought of a service's features to be asked here. Of two answers that of the later question counts, whichever comes first.
struct BroughtFeatures: Sendable {
    private struct Known: Sendable {
        var feature: Feature?
        /// Whether with all of its fields.
        var isWhole = true
        /// The question that has told what it is like.
        var told = 0
        /// The last question that has brought it: the others only tell of what is here. Nil if that went.
        var brought: Int?
        /// The last question that has found that the service does not have it any more.
        var gone = 0

        var isHere: Bool { feature != nil && brought.map { $0 >= gone } ?? false }

        mutating func tell(_ feature: Feature, isWhole: Bool, _ question: Int) {
            if question > told { (self.feature, self.isWhole, told) = (feature, isWhole, question) }
        }

        mutating func clear(_ question: Int) {
            if let last = brought, last < question { brought = nil }
        }

        /// Whether it says something of what a question may tell that is asked later.
        func counts(after question: Int) -> Bool { brought != nil || max(told, gone) > question }
    }

    /// By object id; with what is not here, of which a later question has told something.
    private var known: [Int: Known] = [:]
    /// The last question before whose answer all others went.
    private var clearing = 0
    /// Whether anything was brought, be it that there is nothing.
    private var isFilled = false

    /// How many are here.
    private(set) var count = 0
    /// All of them, by their object ids.
    var features: [Feature] {
        let here = known.compactMap { id, one in one.isHere ? one.feature.map { (id, $0) } : nil }
        return here.sorted { $0.0 < $1.0 }.map(\.1)
    }
    /// Of which not all fields were brought.
    var partlyBrought: Set<Int> { Set(known.lazy.filter { $0.value.isHere && !$0.value.isWhole }.map(\.key)) }

    func isPartlyHere(_ id: Int) -> Bool { known[id].map { $0.isHere && !$0.isWhole } ?? false }

    subscript(id: Int) -> Feature? { known[id].flatMap { $0.isHere ? $0.feature : nil } }

    private mutating func change(_ id: Int, _ body: (inout Known) -> Void) {
        var one = known[id] ?? Known()
        let wasHere = one.isHere
        body(&one)
        known[id] = one
        count += (one.isHere ? 1 : 0) - (wasHere ? 1 : 0)
    }

    /// - Parameters:
    ///   - isWhole: Whether with all of their fields.
    ///   - clearing: Whether what was brought before goes.
    mutating func bring(_ features: [Feature], idField: String, isWhole: Bool, clearing: Bool, question: Int) {
        // All of it went before a later answer.
        if question < self.clearing { return }
        isFilled = true
        for feature in features {
            guard let id = feature.attributes[idField]?.int else { continue }
            change(id) { one in
                one.tell(feature, isWhole: isWhole, question)
                one.brought = max(one.brought ?? 0, question)
            }
        }
        if clearing { clear(question) }
    }

    private mutating func clear(_ question: Int) {
        clearing = question
        for id in known.keys { known[id]?.clear(question) }
        known = known.filter { $0.value.counts(after: question) }
        count = known.values.count(where: \.isHere)
    }

    /// The service has told all of features: those that are here are that from now on.
    mutating func renew(_ features: [Feature], idField: String, question: Int) {
        if question < clearing || !isFilled { return }
        for feature in features {
            guard let id = feature.attributes[idField]?.int else { continue }
            change(id) { $0.tell(feature, isWhole: true, question) }
        }
    }

    /// The service does not have a feature any more.
    mutating func lose(_ id: Int, question: Int) {
        if question < clearing { return }
        change(id) { $0.gone = max($0.gone, question) }
    }

    /// What has arrived of an edit. It is here if anything is.
    mutating func put(_ id: Int, _ feature: Feature) {
        if !isFilled { return }
        change(id) { one in (one.feature, one.brought) = (feature, max(one.brought ?? 0, one.gone)) }
    }

    mutating func remove(_ id: Int) {
        if known[id] != nil { change(id) { $0.brought = nil } }
    }

    /// Nothing is here any more, nor comes by a question that was asked before.
    mutating func forget(_ question: Int) { (known, count, isFilled, clearing) = ([:], 0, false, question) }
}
