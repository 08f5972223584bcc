import CairnCore
import Foundation

extension Geodesic {
    /// The area of a polygon given in degrees whose sides are shortest lines, in square metres.
    ///
    /// Each side adds what lies between it and the equator: Gauss's formula along the line on the auxiliary sphere, where latitude, longitude and their
    /// differentials have closed forms. What a pole takes is added in closed form, too, so that sides past a pole cost no accuracy. Of a ring round a
    /// pole the area is that with the pole. Good to a square metre of the whole Earth.
    ///
    /// - Source: C. F. F. Karney, *Algorithms for geodesics*, Journal of Geodesy 87 (2013), §6, of which this takes the integral and not its series.
    public static func area(of polygon: Geometry.Polygon) -> Double {
        polygon.areas.reduce(0) { total, area in
            area.holes.reduce(total + abs(ringArea(area.outer))) { $0 - abs(ringArea($1)) }
        }
    }

    private static func ringArea(_ ring: [Position]) -> Double {
        guard let first = ring.first else { return 0 }
        var (area, turn) = (0.0, 0.0)
        for (start, end) in zip(ring, ring.dropFirst() + [first]) {
            area += areaToEquator(start, end)
            turn += Self.turn(start, end)
        }
        // Once round the Earth, it is what lies between the ring and the equator.
        return abs(turn) < 180 ? area : 2 * .pi * polarArea - abs(area)
    }

    private static let flattening = 1 / 298.257223563
    private static let squaredEccentricity = flattening * (2 - flattening)
    private static let semiminorAxis = 6_378_137 * (1 - flattening)

    /// What lies between the equator and a pole, for each radian of longitude.
    private static let polarArea =
        semiminorAxis * semiminorAxis / 2 * (1 / (1 - squaredEccentricity) + atanh(eccentricity) / eccentricity)
    private static let eccentricity = squaredEccentricity.squareRoot()

    /// How many degrees a line leads east: less than half a turn, but as far as it says at a pole, where rings are closed that go round it.
    private static func turn(_ start: Position, _ end: Position) -> Double {
        isAtPole(start, end) ? end.x - start.x : remainder(end.x - start.x, 360)
    }

    private static func isAtPole(_ start: Position, _ end: Position) -> Bool { abs(start.y) == 90 && start.y == end.y }

    /// What lies between a line and the equator; below zero if it leads west, or lies south.
    private static func areaToEquator(_ start: Position, _ end: Position) -> Double {
        let turn = turn(start, end) * .pi / 180
        if isAtPole(start, end) { return (start.y < 0 ? -polarArea : polarArea) * turn }
        let segment = segment(from: start, to: end)
        if segment.length == 0 { return 0 }
        let (from, sinAlpha, arc) = onSphere(segment, from: start)
        let (end, equator) = (from + arc, from < 0 ? 0 : Double.pi)
        guard equator > from, equator < end else { return areaToEquator(from, end, sinAlpha, turn) }
        let before = longitude(from, equator, sinAlpha)
        return areaToEquator(from, equator, sinAlpha, before) + areaToEquator(equator, end, sinAlpha, turn - before)
    }

    /// The radians that a line leads east between two places of the auxiliary sphere.
    private static func longitude(_ from: Double, _ to: Double, _ sinAlpha: Double) -> Double {
        let onSphere = atan2(sinAlpha * sin(to), cos(to)) - atan2(sinAlpha * sin(from), cos(from))
        let series = GeodesicSeries(cosSqAlpha: 1 - sinAlpha * sinAlpha)
        return remainder(onSphere - sinAlpha * series.excess(of: to - from, middle: cos(from + to)), 2 * .pi)
    }

    /// Likewise of a line, or a part of one, that lies all on one side of the equator: where both poles were near, the integrand would be steep.
    private static func areaToEquator(_ from: Double, _ to: Double, _ sinAlpha: Double, _ turn: Double) -> Double {
        let side = sin((from + to) / 2) < 0 ? -1.0 : 1
        let cosAlpha = max(0, 1 - sinAlpha * sinAlpha).squareRoot()
        let missing = GaussLegendre.integral(from: from, to: to) { sigma in
            let sinBeta = side * cosAlpha * sin(sigma)
            let cosSquared = max(1 - sinBeta * sinBeta, .leastNormalMagnitude)
            return areaToPole(sinBeta, cosSquared) / cosSquared * (1 - squaredEccentricity * cosSquared).squareRoot()
        }
        return side * (polarArea * turn - sinAlpha * missing)
    }

    /// What lies between a reduced latitude and the north pole, for each radian of longitude: without differences of what is nearly equal.
    private static func areaToPole(_ sinBeta: Double, _ cosSquared: Double) -> Double {
        let scale = (1 - squaredEccentricity * cosSquared).squareRoot()
        let sine = sinBeta / scale
        let cosineSquared = (1 - squaredEccentricity) * cosSquared / (scale * scale)
        let rest = sine > 0 ? cosineSquared / (1 + sine) : 1 - sine
        let square = squaredEccentricity
        return semiminorAxis * semiminorAxis / 2
            * (rest * (1 + square * sine) / ((1 - square * sine * sine) * (1 - square))
                + atanh(eccentricity * rest / (1 - square * sine)) / eccentricity)
    }
}
