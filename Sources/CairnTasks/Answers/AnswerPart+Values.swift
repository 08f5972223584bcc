import CairnCore
import CairnGeo

extension AnswerPart {
    /// A text, or a number as text.
    package func text() throws -> String {
        if let text = json.string { return text }
        guard json.double != nil else { throw refusal("is no text") }
        return json.text()
    }

    /// A text with something in it.
    package func filledText() throws -> String {
        let text = try text()
        guard !text.allSatisfy(\.isWhitespace) else { throw refusal("is empty") }
        return text
    }

    /// A finite number.
    package func number() throws -> Double {
        guard let number = json.lenientDouble, number.isFinite else { throw refusal("is no number") }
        return number
    }

    /// A number that may not be just any.
    package func number(within range: ClosedRange<Double>) throws -> Double {
        let number = try number()
        guard range.contains(number) else {
            let bounds = [range.lowerBound, range.upperBound].map { JSONValue.number($0).text() }
            throw refusal("is not within \(bounds.joined(separator: "…"))")
        }
        return number
    }

    /// A whole number.
    package func wholeNumber() throws -> Int {
        guard let number = json.int ?? json.lenientDouble.flatMap({ Int(exactly: $0) }) else {
            throw refusal("is no whole number")
        }
        return number
    }

    /// A Boolean, its word, or 0 and 1.
    package func flag() throws -> Bool {
        if let flag = json.bool { return flag }
        if let number = json.double, number == 0 || number == 1 { return number == 1 }
        switch json.string?.lowercased() {
        case "true": return true
        case "false": return false
        default: throw refusal("is neither true nor false")
        }
    }
}
