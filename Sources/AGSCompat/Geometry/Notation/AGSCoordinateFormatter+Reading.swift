import CairnGeo
import Foundation

extension AGSCoordinateFormatter {
    /// The place of a latitude and a longitude, in degrees, minutes or seconds, in that order unless letters say otherwise. No reference is WGS 84.
    public static func point(
        fromLatitudeLongitudeString string: String, spatialReference: AGSSpatialReference?
    ) -> AGSPoint? {
        point(from: string, spatialReference, LatitudeLongitudeNotation())
    }

    /// The south-west corner of a square metre of UTM, or the place if there are fractions of metres. No reference is WGS 84.
    public static func point(
        fromUTMString string: String, spatialReference: AGSSpatialReference?, conversionMode: AGSUTMConversionMode
    ) -> AGSPoint? {
        point(from: string, spatialReference, UTMNotation(conversionMode.value))
    }

    /// The south-west corner of a square of the Military Grid Reference System. No reference is WGS 84.
    public static func point(
        fromMGRSString string: String, spatialReference: AGSSpatialReference?, conversionMode: AGSMGRSConversionMode
    ) -> AGSPoint? {
        point(from: string, spatialReference, conversionMode.value)
    }

    /// The south-west corner of a square of the United States National Grid. No reference is WGS 84.
    public static func point(fromUSNGString string: String, spatialReference: AGSSpatialReference?) -> AGSPoint? {
        point(from: string, spatialReference, USNGNotation())
    }

    /// The south-west corner, or the middle, of a cell of the Global Area Reference System. No reference is WGS 84.
    public static func point(
        fromGARSString string: String, spatialReference: AGSSpatialReference?, conversionMode: AGSGARSConversionMode
    ) -> AGSPoint? {
        point(from: string, spatialReference, GARSNotation(anchor: conversionMode.value))
    }

    /// The south-west corner of a cell of the World Geographic Reference System. No reference is WGS 84.
    public static func point(fromGEOREFString string: String, spatialReference: AGSSpatialReference?) -> AGSPoint? {
        point(from: string, spatialReference, GEOREFNotation())
    }

    private static func point(
        from string: String, _ reference: AGSSpatialReference?, _ notation: some CoordinateNotation
    ) -> AGSPoint? {
        (try? notation.point(from: string, in: reference?.value ?? .wgs84)).map { AGSPoint($0) }
    }
}
