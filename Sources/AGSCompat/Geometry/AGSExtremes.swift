/// The least and the largest of some numbers.
struct AGSExtremes: Hashable {
    let min: Double
    let max: Double

    /// Nil if one is NaN.
    init?(_ first: Double, _ second: Double) {
        if first.isNaN || second.isNaN { return nil }
        (min, max) = Self.ordered(first, second)
    }

    /// Nil of none.
    init?(of numbers: some Sequence<Double>) {
        var (least, largest) = (Double.infinity, -Double.infinity)
        for number in numbers { (least, largest) = (Swift.min(least, number), Swift.max(largest, number)) }
        guard least <= largest else { return nil }
        (min, max) = (least, largest)
    }

    /// NaN stays where it is.
    static func ordered(_ first: Double, _ second: Double) -> (Double, Double) {
        first > second ? (second, first) : (first, second)
    }
}
