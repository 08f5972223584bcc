public import Foundation

/// Where a device is, or was.
open class AGSLocation: NSObject {
    /// Where it is; nil if nobody knows.
    public let position: AGSPoint?
    /// When it was there.
    public let timestamp: Date
    /// How far it may be from there along the ground, in metres; NaN if nobody knows.
    public let horizontalAccuracy: Double
    /// How far it may be above or below, in metres; NaN if nobody knows.
    public let verticalAccuracy: Double
    /// How fast it moves, in metres per second; NaN if nobody knows.
    public let velocity: Double
    /// Where it moves to, in degrees clockwise from north; NaN if nobody knows.
    public let course: Double
    /// Whether it was there once, and may be elsewhere now.
    public let lastKnown: Bool

    /// Where a device is, or was, at a time.
    public init(
        position: AGSPoint?, timestamp: Date, horizontalAccuracy: Double, verticalAccuracy: Double, velocity: Double,
        course: Double, lastKnown: Bool
    ) {
        (self.position, self.timestamp, self.velocity, self.course) = (position, timestamp, velocity, course)
        (self.horizontalAccuracy, self.verticalAccuracy, self.lastKnown) = (horizontalAccuracy, verticalAccuracy, lastKnown)
    }

    /// Where a device is, or was, at a time.
    public init(
        position: AGSPoint?, timestamp: Date, horizontalAccuracy: Double, velocity: Double, course: Double, lastKnown: Bool
    ) {
        (self.position, self.timestamp, self.velocity, self.course) = (position, timestamp, velocity, course)
        (self.horizontalAccuracy, verticalAccuracy, self.lastKnown) = (horizontalAccuracy, .nan, lastKnown)
    }

    /// Where a device is now, or was.
    public init(
        position: AGSPoint?, horizontalAccuracy: Double, velocity: Double, course: Double, lastKnown: Bool
    ) {
        (self.position, timestamp, self.velocity, self.course) = (position, Date(), velocity, course)
        (self.horizontalAccuracy, verticalAccuracy, self.lastKnown) = (horizontalAccuracy, .nan, lastKnown)
    }
}
