import CairnGeo
public import Foundation

/// Writes places down, and reads them, in the notations of maps. All is on the ellipsoid of WGS 84; points may be in WGS 84 or Web Mercator.
///
/// It answers nil for points that do not say what their coordinates mean, for coordinates that there is no way to or from, for places that a notation
/// does not reach, and for text that is not of it.
public final class AGSCoordinateFormatter: NSObject {
    private override init() {}

    /// Latitude and longitude, rounded, as in "55 56 39.1N 003 09 43.0W".
    ///
    /// - Parameters:
    ///   - point: The place.
    ///   - format: Degrees alone, with minutes, or with seconds, too.
    ///   - decimalPlaces: The digits behind the last point, from 0 to 16; what is outside is taken for the nearest.
    public static func latitudeLongitudeString(
        from point: AGSPoint, format: AGSLatitudeLongitudeFormat, decimalPlaces: Int
    ) -> String? {
        string(from: point, LatitudeLongitudeNotation(format.value, decimalPlaces: decimalPlaces))
    }

    /// Zone, metres east and metres north, as in "30U 489884 6199881"; nil near the poles.
    public static func utmString(
        from point: AGSPoint, conversionMode: AGSUTMConversionMode, addSpaces: Bool
    ) -> String? {
        string(from: point, UTMNotation(conversionMode.value, hasSpaces: addSpaces))
    }

    /// A square of the Military Grid Reference System, as in "30U VG 89884 99881".
    ///
    /// - Parameters:
    ///   - point: The place.
    ///   - conversionMode: What the letters mean.
    ///   - precision: The digits east and north each, from 0 to 8; what is outside is taken for the nearest.
    ///   - addSpaces: Whether there are spaces between the parts.
    public static func mgrsString(
        from point: AGSPoint, conversionMode: AGSMGRSConversionMode, precision: Int, addSpaces: Bool
    ) -> String? {
        var notation = conversionMode.value
        (notation.precision, notation.hasSpaces) = (precision, addSpaces)
        return string(from: point, notation)
    }

    /// A square of the United States National Grid, as in "13T FJ 23743 59512".
    ///
    /// - Parameters:
    ///   - point: The place.
    ///   - precision: The digits east and north each, from 0 to 8; what is outside is taken for the nearest.
    ///   - addSpaces: Whether there are spaces between the parts.
    public static func usngString(from point: AGSPoint, precision: Int, addSpaces: Bool) -> String? {
        string(from: point, USNGNotation(precision: precision, hasSpaces: addSpaces))
    }

    /// A cell of five minutes of the Global Area Reference System, as in "354ND22".
    public static func garsString(from point: AGSPoint) -> String? {
        string(from: point, GARSNotation())
    }

    /// A cell of the World Geographic Reference System, as in "MKML5056".
    ///
    /// - Parameters:
    ///   - point: The place.
    ///   - precision: The digits of minutes east and north each, from 2 to 9; what is outside is taken for the nearest.
    public static func georefString(from point: AGSPoint, precision: Int) -> String? {
        string(from: point, GEOREFNotation(precision: precision))
    }

    private static func string(from point: AGSPoint, _ notation: some CoordinateNotation) -> String? {
        try? notation.string(from: point.point)
    }
}
