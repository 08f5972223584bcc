import Foundation

/// The latitude on a sphere on which the ellipsoid of WGS 84 is drawn without turning angles, by tangents of latitudes.
///
/// - Source: C. F. F. Karney, *Transverse Mercator with an accuracy of a few nanometers*, Journal of Geodesy 85 (2011); the
///   way back by Newton's steps.
enum ConformalLatitude {
    static let equatorialRadius = 6_378_137.0
    static let flattening = 1 / 298.257223563
    static let squaredEccentricity = flattening * (2 - flattening)
    static let eccentricity = squaredEccentricity.squareRoot()

    /// The tangent of the conformal latitude.
    static func tangent(of tau: Double) -> Double {
        let sine = tau / hypot(1, tau)
        let sigma = sinh(eccentricity * atanh(eccentricity * sine))
        return tau * hypot(1, sigma) - sigma * hypot(1, tau)
    }

    /// The tangent of the latitude whose conformal one has this tangent.
    static func inverse(_ tangent: Double) -> Double {
        var tau = tangent / (1 - squaredEccentricity)
        for _ in 0..<10 {
            let found = self.tangent(of: tau)
            let slope = (1 - squaredEccentricity) * hypot(1, tau) * hypot(1, found) / (1 + (1 - squaredEccentricity) * tau * tau)
            let step = (tangent - found) / slope
            guard step.isFinite else { break }
            tau += step
            if abs(step) <= 1e-16 * max(1, abs(tau)) { break }
        }
        return tau
    }
}
