import Foundation
import Testing

@testable import CairnGeo

struct NotationProjectionTests {
    /// Computed with PROJ (etmerc, scale 1): latitude, longitude from the meridian, metres east, metres north.
    static let cylinder: [(Double, Double, Double, Double)] = [
        (81.561, -28.583, -450041.621270129, 9172950.128497047), (-56.203, 9.085, 562955.783376038, -6268382.117403692),
        (52.079, -3.363, -230525.054767275, 5777473.363710742), (-32.138, 25.925, 2481529.435805019, -3868975.392221916),
        (37.044, 22.882, 2049626.755422617, 4355728.804650239), (-33.699, -2.479, -229854.291736022, -3733034.560094182),
        (35.313, -14.495, -1322790.327845630, 4007269.329235111), (-80.256, -28.064, -510587.808608882, -9039632.630951932),
        (1.118, 0.138, 15359.199785695, 123622.558805817), (-34.299, 4.956, 456457.631329578, -3807969.167596503),
        (13.445, 1.628, 176314.521274777, 1487524.756806444), (-73.317, -8.658, -276656.395311134, -8159165.748543601),
        (72.94, 1.036, 33936.271635621, 8097318.775743357), (-0.261, 5.073, 565462.219869349, -28974.149070490),
        (-4.241, -3.473, -385796.343540698, -469819.586940924), (56.924, 0.867, 52796.030588748, 6311785.319879009),
    ]
    /// Computed with PROJ (stere, scale 0.994): latitude, longitude, metres east, metres north.
    static let pole: [(Double, Double, Double, Double)] = [
        (84.5, -135.5, 1571687.416279533, 2435854.051696939), (84.5, 12.25, 2129657.819632191, 1402832.290254935),
        (87.25, -135.5, 1785962.112267953, 2217806.536932269), (87.25, 91, 2305325.239121790, 2005329.471873094),
        (89.999, -135.5, 1999922.182379029, 2000079.187786404), (89.999, 12.25, 2000023.556774766, 1999891.504073755),
        (84.001, 12.25, 2141441.113276298, 1348561.730263517), (84.001, 91, 2666514.858384284, 2011634.060128719),
    ]

    @Test(arguments: cylinder) func `Transverse Mercator agrees with PROJ to ten nanometres, and leads back`(
        row: (Double, Double, Double, Double)
    ) {
        for meridian in [0.0, -177, 177] {
            let position = Position(x: remainder(row.1 + meridian, 360), y: row.0)
            let place = TransverseMercator.project(position, meridian: meridian)
            #expect(abs(place.x - row.2) < 1e-8 && abs(place.y - row.3) < 1e-8)
            let back = TransverseMercator.unproject(place, meridian: meridian)
            #expect(abs(back.x - position.x) < 2e-13 && abs(back.y - position.y) < 1e-13)
        }
    }

    @Test(arguments: pole) func `the polar plane agrees with PROJ to ten nanometres, and leads back`(
        row: (Double, Double, Double, Double)
    ) {
        for sign in [1.0, -1] {
            let position = Position(x: row.1, y: sign * row.0), place = UPSPlace(position)
            #expect(abs(place.easting - row.2) < 1e-8 && abs((place.northing - 2e6) * sign - (row.3 - 2e6)) < 1e-8)
            #expect(Geodesic.distance(from: place.position, to: position) < 1e-8)
        }
    }

    @Test func `near the pole latitudes lead back`() {
        for exponent in 1...16 {
            let position = Position(x: 30, y: 90 - 10 * (0..<exponent).reduce(1.0) { number, _ in number / 10 })
            #expect(abs(UPSPlace(position).position.y - position.y) < 3e-14)
            #expect(
                abs(TransverseMercator.unproject(TransverseMercator.project(position, meridian: 27), meridian: 27).y - position.y)
                    < 3e-14)
        }
    }
}
