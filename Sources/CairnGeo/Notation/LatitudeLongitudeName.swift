/// What the text of a latitude and a longitude says.
struct LatitudeLongitudeName {
    /// In degrees.
    let position: Position

    private static let longest = 200

    init(_ text: String) throws(NotationError) {
        let scalars = text.unicodeScalars.prefix(Self.longest + 1), text = String(String.UnicodeScalarView(scalars))
        guard scalars.count <= Self.longest, let words = AngleToken.words(of: scalars) else {
            throw .malformed(text, reason: "it has a sign or letter that means nothing, or is too long")
        }
        guard let (first, second) = Self.halves(words), let (first, second) = Self.angles(first, second) else {
            throw .malformed(text, reason: "it should have a latitude and a longitude")
        }
        let (latitude, longitude) = first.isLongitude == true ? (second, first) : (first, second)
        guard latitude.isLongitude != true, longitude.isLongitude != false else {
            throw .malformed(text, reason: "one should be north or south, and the other east or west")
        }
        guard abs(latitude.degrees) <= 90, abs(longitude.degrees) <= 180 else {
            throw .malformed(text, reason: "latitudes go to 90 degrees, and longitudes to 180")
        }
        position = Position(x: longitude.degrees, y: latitude.degrees)
    }

    /// The words before and behind what divides the two: a separator, a letter, a sign, or else half of the numbers.
    private static func halves(_ words: [AngleToken]) -> (ArraySlice<AngleToken>, ArraySlice<AngleToken>)? {
        if let index = words.firstIndex(of: .separator) { return (words[..<index], words[(index + 1)...]) }
        let middle = afterLetter(words) ?? words.indices.dropFirst().first { words[$0].isSign } ?? betweenNumbers(words)
        return middle.map { (words[..<$0], words[$0...]) }
    }

    private static func afterLetter(_ words: [AngleToken]) -> Int? {
        guard let first = words.firstIndex(where: \.isLetter) else { return nil }
        return first == 0 ? words.indices.dropFirst().first { words[$0].isLetter } : first + 1
    }

    private static func betweenNumbers(_ words: [AngleToken]) -> Int? {
        let numbers = words.indices.filter { words[$0].isNumber }
        return numbers.isEmpty || !numbers.count.isMultiple(of: 2) ? nil : numbers[numbers.count / 2]
    }

    private struct Angle {
        var degrees: Double
        /// Nil if no letter says it.
        var isLongitude: Bool?
    }

    private static func angles(_ first: ArraySlice<AngleToken>, _ second: ArraySlice<AngleToken>) -> (Angle, Angle)? {
        guard let first = angle(first), let second = angle(second) else { return nil }
        return (first, second)
    }

    private static func angle(_ words: ArraySlice<AngleToken>) -> Angle? {
        var (words, isNegative, isLongitude) = (words, false, Bool?.none)
        if case .letter(let letter)? = words.first(where: \.isLetter) {
            // A sign would say the same once more.
            if words.contains(where: \.isSign) { return nil }
            (isNegative, isLongitude) = (letter == "S" || letter == "W", letter == "E" || letter == "W")
            words = words.first?.isLetter == true ? words.dropFirst() : words.dropLast()
        } else if case .sign(let isMinus)? = words.first {
            (isNegative, words) = (isMinus, words.dropFirst())
        }
        return degrees(words).map { Angle(degrees: isNegative ? -$0 : $0, isLongitude: isLongitude) }
    }

    /// Of one to three numbers, each with its sign or without.
    private static func degrees(_ words: ArraySlice<AngleToken>) -> Double? {
        var (sum, units, isOver) = (0.0, 0, false)
        for (index, word) in zip(words.indices, words) {
            if case .unit(let unit) = word, unit == units - 1, words[..<index].last?.isNumber == true { continue }
            guard case .number(let number, let isWhole) = word, !isOver, units < 3 else { return nil }
            if units > 0, number >= 60 { return nil }
            sum += number / [1, 60, 3600][units]
            (units, isOver) = (units + 1, !isWhole)
        }
        return units == 0 ? nil : sum
    }
}
