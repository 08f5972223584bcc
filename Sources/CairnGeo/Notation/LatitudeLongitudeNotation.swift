import CairnCore
import Foundation

/// Latitude and longitude in degrees, as in "55.9442N 003.1620W" or "55 56 39.1N 003 09 43.0W". Its numbers are rounded.
public struct LatitudeLongitudeNotation: CoordinateNotation {
    /// What degrees are divided into.
    public enum Format: Int, Sendable, Hashable, CaseIterable {
        /// Decimal fractions.
        case decimalDegrees = 1
        /// Minutes and their decimal fractions.
        case degreesDecimalMinutes
        /// Minutes, seconds and their decimal fractions.
        case degreesMinutesSeconds
    }

    /// What degrees are divided into; whatever it is, all are read.
    public var format: Format
    /// How many digits the last number has behind the point, from 0 to 16; what is outside is taken for the nearest.
    public var decimalPlaces: Int

    /// A notation.
    public init(_ format: Format = .decimalDegrees, decimalPlaces: Int = 6) {
        (self.format, self.decimalPlaces) = (format, decimalPlaces)
    }

    /// See ``CoordinateNotation/string(at:)``. There are zeros in front, so that all places are as long, and one more in the stead of a point that is
    /// not there, as Esri writes it: "056N 0003W".
    public func string(at position: Position) throws(NotationError) -> String {
        let place = try position.onGround()
        let (latitude, longitude) = (angle(place.y, width: 2), angle(place.x, width: 3))
        // The sign of zero is kept, as it is read: "0000W" comes of what lies west by less than its last digit tells.
        return "\(latitude)\(place.y.sign == .minus ? "S" : "N") \(longitude)\(place.x.sign == .minus ? "W" : "E")"
    }

    /// See ``CoordinateNotation/position(from:)``. The latitude is first, unless letters say otherwise.
    ///
    /// There are one to three numbers each, the last of which may have a fraction, with signs of degrees, minutes and seconds or without; N, S, E or
    /// W before or behind them, or a sign before them; and between the two a comma, a bar, or space.
    public func position(from string: String) throws(NotationError) -> Position {
        try LatitudeLongitudeName(string).position
    }

    private func angle(_ degrees: Double, width: Int) -> String {
        var (wholes, rest) = ([Double](), abs(degrees))
        for _ in 1..<format.rawValue {
            wholes.append(rest.rounded(.down))
            rest = (rest - rest.rounded(.down)) * 60
        }
        if !wholes.isEmpty, (Double(decimal(rest)) ?? 0) >= 60 { (wholes, rest) = (Self.increased(wholes), 0) }
        let widths = [width, 2, 2]
        let parts = zip(wholes, widths).map { (Int(rounding: $0) ?? 0).digits($1) }
        return (parts + [decimal(rest).padded(to: widths[wholes.count] + 1 + places)]).joined(separator: " ")
    }

    private var places: Int { decimalPlaces.clamped(to: 0...16) }

    private func decimal(_ value: Double) -> String { String(format: "%.\(places)f", value) }

    /// Degrees, or degrees and minutes, and one more of the last.
    private static func increased(_ wholes: [Double]) -> [Double] {
        guard wholes.count == 2 else { return wholes.map { $0 + 1 } }
        return wholes[1] + 1 < 60 ? [wholes[0], wholes[1] + 1] : [wholes[0] + 1, 0]
    }
}
