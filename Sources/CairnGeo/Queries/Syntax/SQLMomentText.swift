import CairnCore

/// A moment as it is written, and which of its parts are.
struct SQLMomentText {
    private let bytes: [UInt8]
    private var index = 0
    private(set) var moment = SQLMoment.epoch
    private(set) var hasDay = false
    private(set) var hasTime = false
    /// Whether it is spelled as our DATETIME columns have it, which spares spelling each row's anew.
    private(set) var isColumn = false

    /// Reads `2020-01-31`, `2020-01-31 12:00[:00[.000]]` with a blank or a T and perhaps a zone, or `12:00[:00[.000]]`; what is
    /// beyond milliseconds is cut off. Nil for anything else, days that no calendar has among it.
    init?(_ text: String) {
        guard text.utf8.count <= 40 else { return nil }
        bytes = Array(text.utf8)
        guard let milliseconds = read(), isAtEnd else { return nil }
        guard let moment = SQLMoment(milliseconds: milliseconds) else { return nil }
        self.moment = moment
        isColumn = bytes.count == 24 && bytes[23] == UInt8(ascii: "Z") && bytes[10] == UInt8(ascii: "T")
    }

    private mutating func read() -> Int? {
        if bytes.count > 2, bytes[2] == UInt8(ascii: ":") { return clock() }
        guard let days = date() else { return nil }
        if isAtEnd { return days * 86_400_000 }
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
        let start = index
        var milliseconds = 0
        while let digit = digits(1) {
            if index - start <= 3 { milliseconds = milliseconds * 10 + digit }
        }
        guard index > start else { return nil }
        return milliseconds * (index - start == 1 ? 100 : index - start == 2 ? 10 : 1)
    }

    private mutating func zone() -> Int? {
        if isAtEnd || take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = digits(2), hours < 24 else { return nil }
        let hasColon = take(":")
        guard let minutes = isAtEnd && !hasColon ? 0 : digits(2), minutes < 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 60 + minutes) * 60_000
    }

    private var isAtEnd: Bool { index == bytes.count }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard !isAtEnd, bytes[index] == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    private mutating func digits(_ count: Int) -> Int? {
        guard index + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[index..<index + count] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        index += count
        return value
    }
}
