import CairnGeo
import CairnTasks
public import Foundation

/// Something that happens on a part of the way.
public final class AGSDirectionEvent: NSObject {
    private let value: DirectionEvent

    init(_ value: DirectionEvent) {
        self.value = value
    }

    /// What, in words.
    public var eventText: String { value.text }
    /// Where; nil if it is not told.
    public var geometry: AGSGeometry? { value.geometry.map(AGSGeometry.make) }
    /// When; nil if the route has no time.
    public var estimatedArrivalTime: Date? { value.estimatedArrivalDate }
    /// How far the clocks there are ahead of UTC, in minutes; 0 always, for times are moments here.
    public var estimatedArrivalTimeShift: Double { 0 }
    /// What else is to be said of it.
    public var eventMessages: [String] { value.messages.map(\.text) }
}
