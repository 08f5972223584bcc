package import Foundation

extension Date {
    /// Whole microseconds since 1970; nil for moments hundreds of thousands of years away, and for no number.
    package var microseconds: Int? {
        let seconds = timeIntervalSince1970
        guard let whole = Int(rounding: seconds, .down), let rest = Int(rounding: (seconds - Double(whole)) * 1e6) else {
            return nil
        }
        let (microseconds, isTooFar) = whole.multipliedReportingOverflow(by: 1_000_000)
        let (sum, isTooFarNow) = microseconds.addingReportingOverflow(rest)
        return isTooFar || isTooFarNow ? nil : sum
    }

    /// The moment so many microseconds after 1970.
    package init(microseconds: Int) {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        self.init(timeIntervalSince1970: Double(seconds) + Double(rest) / 1e6)
    }

    /// The moment so many milliseconds after 1970, to the microsecond.
    package init(milliseconds: Double) {
        if let microseconds = Int(rounding: milliseconds * 1000) {
            self.init(microseconds: microseconds)
        } else {
            self.init(timeIntervalSince1970: milliseconds / 1000)
        }
    }

    /// The moment so many whole milliseconds after 1970.
    package init(wholeMilliseconds: Int) {
        let (seconds, rest) = wholeMilliseconds.quotientAndRemainder(dividingBy: 1000)
        self.init(timeIntervalSince1970: Double(seconds) + Double(rest) / 1e3)
    }

    /// This moment to the microsecond, which is what JSON keeps of it here.
    package var roundedToMicroseconds: Date {
        microseconds.map(Date.init(microseconds:)) ?? self
    }
}
