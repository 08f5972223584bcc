/// A place in metres east and north of the middle of the town.
struct TownSpot {
    var x: Double
    var y: Double

    private static let middle = (longitude: -123.1, latitude: 44.05)
    /// At the latitude of the town.
    private static let metresPerDegree = (longitude: 80_120.0, latitude: 111_110.0)

    init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }

    init(longitude: Double, latitude: Double) {
        x = (longitude - Self.middle.longitude) * Self.metresPerDegree.longitude
        y = (latitude - Self.middle.latitude) * Self.metresPerDegree.latitude
    }

    /// In degrees, to a tenth of a metre.
    var longitude: Double { ((Self.middle.longitude + x / Self.metresPerDegree.longitude) * 1e6).rounded() / 1e6 }
    var latitude: Double { ((Self.middle.latitude + y / Self.metresPerDegree.latitude) * 1e6).rounded() / 1e6 }
}
