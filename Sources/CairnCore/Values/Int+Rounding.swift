extension BinaryInteger {
    /// The whole number that `value` rounds to; nil if it is not finite or has no place in this type.
    ///
    /// The one way from a `Double` to a whole number here: `Int(_:)` traps, and any number of a file or of an answer can
    /// be 1e300.
    package init?(rounding value: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) {
        self.init(exactly: value.rounded(rule))
    }
}

extension Int {
    /// The same for `Int`, without generics: those of another module are not specialized.
    package init?(rounding value: Double, _ rule: FloatingPointRoundingRule) {
        self.init(exactly: value.rounded(rule))
    }

    /// The same to the nearest one, a half away from zero: inlinable, for it is called for each of a million places.
    @inlinable package init?(rounding value: Double) {
        self.init(exactly: value.rounded())
    }
}

extension Int {
    /// The nearest number within `range`.
    package func clamped(to range: ClosedRange<Int>) -> Int { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }
}

extension Double {
    /// The nearest number within `range`; its lower bound for NaN.
    package func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension Double {
    /// A number of decimal digits, as people and tables write it; nil for hexadecimal ones and for words, which Swift reads too.
    package init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        self.init(text)
    }
}

extension Duration {
    /// So many seconds, but no more than 30 million years either way; none for NaN.
    package static func seconds(clamping seconds: Double) -> Duration {
        let bounded = seconds.isNaN ? 0 : seconds.clamped(to: -1e15...1e15)
        guard let whole = Int64(rounding: bounded, .towardZero),
            let rest = Int64(rounding: (bounded - Double(whole)) * 1e18)
        else { return .zero }
        return Duration(secondsComponent: whole, attosecondsComponent: rest)
    }
}
