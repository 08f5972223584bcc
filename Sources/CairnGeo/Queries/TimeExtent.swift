public import Foundation

/// A span of time, both ends included; an end that is nil is open.
public struct TimeExtent: Sendable, Hashable, Codable {
    /// When it begins.
    public var start: Date?
    /// When it ends.
    public var end: Date?

    /// A span of time.
    public init(start: Date? = nil, end: Date? = nil) {
        self.start = start
        self.end = end
    }

    /// A moment.
    public init(_ moment: Date) {
        self.init(start: moment, end: moment)
    }
}
