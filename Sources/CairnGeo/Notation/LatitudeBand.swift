import CairnCore

/// One of the bands of eight degrees, the last of twelve, that grids divide the zones of UTM into, from C in the south to X in the north.
///
/// - Source: NGA.STND.0037, *Universal Grids and Grid Reference Systems* (2014).
struct LatitudeBand {
    /// From 0 to 19.
    let index: Int

    static let letters = GridLetters("CDEFGHJKLMNPQRSTUVWX")

    init(index: Int) { self.index = index }

    /// The one of a latitude from -80 to 84 degrees.
    init(latitude: Double) {
        index = 10 + (Int(rounding: latitude / 8, .down) ?? 0).clamped(to: latitude < 0 ? -10 ... -1 : 0...9)
    }

    var letter: String { Self.letters[index] }
    var isNorth: Bool { index >= 10 }
    var latitudes: ClosedRange<Double> {
        let south = Double(index) * 8 - 80
        return south...(index == 19 ? 84 : south + 8)
    }

    /// From where to where a zone reaches in it: six degrees, but for the south-west of Norway and for Svalbard.
    func longitudes(of zone: Int) -> ClosedRange<Double> {
        switch (Self.letters[index], zone) {
        case ("V", 31): return 0...3
        case ("V", 32): return 3...12
        case ("X", 31): return 0...9
        case ("X", 33): return 9...21
        case ("X", 35): return 21...33
        case ("X", 37): return 33...42
        default:
            let west = Double(zone) * 6 - 186
            return west...(west + 6)
        }
    }

    /// Whether a zone is none of those that its neighbours take the place of round Svalbard.
    func has(zone: Int) -> Bool { !(index == 19 && [32, 34, 36].contains(zone)) }
}
