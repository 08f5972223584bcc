/// A unit of length, angle or area: how it is called, and how large it is.
struct MeasureUnit: Hashable, Sendable {
    let wkid: Int
    let name: String
    let plural: String
    let abbreviation: String
    /// In metres, degrees or square metres.
    let size: Double

    init(_ wkid: Int, _ name: String, _ plural: String, _ abbreviation: String, _ size: Double) {
        (self.wkid, self.name, self.plural, self.abbreviation, self.size) = (wkid, name, plural, abbreviation, size)
    }

    /// A number of these in another unit of the same kind.
    func convert(_ value: Double, to other: MeasureUnit) -> Double { self == other ? value : value * size / other.size }
}
