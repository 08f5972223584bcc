import CairnCore
import CairnGeo

/// What an answer says, read as plainly as can be: to hold against what the locator makes of it. Nil is what cannot be read.
struct NaiveReading {
    struct Entry: Equatable {
        var label: String
        var score: Double
        var x: Double?
        var y: Double?
        var number: Int?
    }

    let answer: JSONValue

    private func member(_ value: JSONValue?, _ name: String) -> JSONValue? {
        guard let members = value?.object else { return nil }
        let same = members.filter { $0.key.lowercased() == name.lowercased() }
        return members[name] ?? same.min { $0.key < $1.key }?.value
    }

    /// A number may stand for a text.
    private func text(_ value: JSONValue?) -> String? { value?.string ?? (value?.double == nil ? nil : value?.text()) }

    private func number(_ value: JSONValue?) -> Double? {
        guard let number = value?.double ?? value?.string.flatMap({ Double($0) }), number.isFinite else { return nil }
        return number
    }

    /// The entries of a list, such as `candidates`, each with the place, score and text that it must have.
    func entries(of list: String) -> [Entry]? {
        guard let elements = member(answer, list)?.array else { return nil }
        let entries = elements.compactMap(entry)
        return entries.count == elements.count ? entries : nil
    }

    private func entry(_ element: JSONValue) -> Entry? {
        guard let score = number(member(element, "score")), (0...100).contains(score) else { return nil }
        let place = member(element, "location")
        let (x, y) = (number(member(place, "x")), number(member(place, "y")))
        guard score == 0 || (x != nil && y != nil) else { return nil }
        let id = number(member(member(element, "attributes"), "ResultID")).flatMap { Int(exactly: $0) }
        return Entry(label: text(member(element, "address")) ?? "", score: score, x: x, y: y, number: id)
    }

    /// The texts of suggestions.
    var labels: [String]? {
        guard let elements = member(answer, "suggestions")?.array else { return nil }
        let labels = elements.compactMap { text(member($0, "text")) }
        return labels.count == elements.count ? labels.filter { !$0.allSatisfy(\.isWhitespace) } : nil
    }

    /// The place of an address.
    var place: (x: Double, y: Double)? {
        let location = member(answer, "location")
        guard member(answer, "address")?.object?.isEmpty == false, let x = number(member(location, "x")),
            let y = number(member(location, "y"))
        else { return nil }
        return (x, y)
    }
}
