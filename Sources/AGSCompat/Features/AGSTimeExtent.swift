public import CairnGeo
public import Foundation

/// A span of time, both ends included; an end that is nil is open.
public final class AGSTimeExtent: NSObject {
    /// When it begins.
    public let startTime: Date?
    /// When it ends.
    public let endTime: Date?

    /// A span of time.
    public init(startTime: Date?, endTime: Date?) {
        (self.startTime, self.endTime) = (startTime, endTime)
    }

    /// A moment.
    public convenience init(timeInstant: Date) {
        self.init(startTime: timeInstant, endTime: timeInstant)
    }

    /// The new value, for code of Cairn.
    public var value: TimeExtent { TimeExtent(start: startTime, end: endTime) }
}
