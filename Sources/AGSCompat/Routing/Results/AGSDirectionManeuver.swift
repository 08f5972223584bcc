import CairnGeo
import CairnTasks
public import Foundation

/// Something to do on the way, and the part of the way that follows.
public final class AGSDirectionManeuver: NSObject {
    private let value: DirectionManeuver

    init(_ value: DirectionManeuver) {
        self.value = value
    }

    /// What to do, in words.
    public var directionText: String { value.text }
    /// What kind of thing it is.
    public var maneuverType: AGSDirectionManeuverType { AGSDirectionManeuverType(value.kind) }
    /// How long the part of the way is, in metres.
    public var length: Double { value.lengthInMeters }
    /// How long it takes, in minutes.
    public var duration: Double { value.duration / 60 }
    /// The part of the way: a line, or a point where one starts or stops; nil if none was told.
    public var geometry: AGSGeometry? { value.geometry.map(AGSGeometry.make) }
    /// When one is there; nil if the route has no time.
    public var estimatedArriveTime: Date? { value.estimatedArrivalDate }
    /// How far the clocks there are ahead of UTC, in minutes; 0 always, for times are moments here.
    public var estimatedArrivalTimeShift: Double { 0 }
    /// What else is to be said of it, such as the names of streets.
    public var maneuverMessages: [AGSDirectionMessage] { value.messages.map(AGSDirectionMessage.init) }
    /// What happens on the part of the way.
    public var directionEvents: [AGSDirectionEvent] { value.events.map(AGSDirectionEvent.init) }
    /// On which floor it begins; 0 always, for that is not told.
    public var fromLevel: Int { 0 }
    /// On which floor it ends; 0 always, for that is not told.
    public var toLevel: Int { 0 }
}
