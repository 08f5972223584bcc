import CairnCore

/// What a feature of a locator is.
enum FeatureKind: Int, Sendable {
    /// A settlement or another named place.
    case place = 0
    /// A street, with addresses.
    case street = 1
    /// A named point that has an address.
    case pointOfInterest = 2
    /// A post code.
    case postal = 3
}

/// Which house numbers a range holds.
enum Parity: Int, Sendable {
    case all = 0, odd = 1, even = 2

    func holds(_ number: Int) -> Bool {
        switch self {
        case .all: true
        case .odd: number % 2 != 0
        case .even: number % 2 == 0
        }
    }
}

/// Coordinates as the file keeps them: degrees times 10⁷.
enum Fixed {
    static func from(_ degrees: Double) -> Int32 { Int32(clamping: Int(rounding: degrees.clamped(to: -200...200) * 1e7) ?? 0) }
    static func degrees(_ value: Int32) -> Double { Double(value) / 1e7 }
}
