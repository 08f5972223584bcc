import CairnCore

/// A moment as it is written, and which of its parts are.
struct SQLMomentText {
    private var rest: Substring.UTF8View
    private(set) var moment = SQLMoment.epoch
    private(set) var hasDay = false
    private(set) var hasTime = false

    /// Reads `2020-01-31`, `2020-01-31 12:00[:00[.000]]` with a blank or a T and perhaps a zone, or `12:00[:00[.000]]`; what is
    /// beyond milliseconds is cut off. Nil for anything else, days that no calendar has among it.
    init?(_ text: String) {
        rest = Substring(text).utf8
        guard text.utf8.count <= 40, let milliseconds = read(), rest.isEmpty else { return nil }
        guard let moment = SQLMoment(milliseconds: milliseconds) else { return nil }
        self.moment = moment
    }

    private mutating func read() -> Int? {
        if rest.dropFirst(2).first == UInt8(ascii: ":") { return clock() }
        guard let days = date() else { return nil }
        if rest.isEmpty { return days * 86_400_000 }
        guard take(" ") || take("T") || take("t"), let time = clock(), let zone = zone() else { return nil }
        return days * 86_400_000 + time - zone
    }

    private mutating func date() -> Int? {
        guard let year = digits(4), year > 0, take("-"), let month = digits(2), (1...12).contains(month) else { return nil }
        guard take("-"), let day = digits(2), day > 0 else { return nil }
        let days = SQLMoment.days(year: year, month: month, day: day)
        let next = SQLMoment.days(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
        hasDay = true
        return days < next ? days : nil
    }

    private mutating func clock() -> Int? {
        guard let hour = digits(2), hour < 24, take(":"), let minute = digits(2), minute < 60 else { return nil }
        hasTime = true
        var milliseconds = (hour * 60 + minute) * 60_000
        guard take(":") else { return milliseconds }
        guard let second = digits(2), second < 60 else { return nil }
        milliseconds += second * 1000
        guard take(".") else { return milliseconds }
        return fraction().map { milliseconds + $0 }
    }

    private mutating func fraction() -> Int? {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest.dropFirst(digits.count)
        return digits.isEmpty ? nil : Int(String(Substring(digits).prefix(3)).padded)
    }

    private mutating func zone() -> Int? {
        if rest.isEmpty || take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = digits(2), hours < 24 else { return nil }
        _ = take(":")
        guard rest.isEmpty || rest.count == 2, let minutes = rest.isEmpty ? 0 : digits(2), minutes < 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 60 + minutes) * 60_000
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: scalar) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func digits(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(count)
        return Int(Substring(digits))
    }
}

extension String {
    /// Tenths and hundredths as thousandths.
    fileprivate var padded: String { self + String(repeating: "0", count: 3 - count) }
}
