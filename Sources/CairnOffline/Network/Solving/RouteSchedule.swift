import CairnCore
import CairnTasks
import Foundation

/// When one is where: each leg takes its time, one waits for time windows to open, and stays as long as stops say.
struct RouteSchedule {
    private(set) var stops: [Stop]
    /// In seconds.
    private(set) var travelTime = 0.0
    private(set) var waitTime = 0.0
    private(set) var violationTime = 0.0
    /// With waits and stays.
    private(set) var totalTime = 0.0
    /// When one comes to each stop, and leaves it, in seconds after the beginning.
    private(set) var arrivals: [Double] = []
    private(set) var departures: [Double] = []
    /// When one has done with the last stop; nil if the route has no time.
    private(set) var end: Date?

    /// - Parameters:
    ///   - stops: In their order.
    ///   - times: What each leg takes, in seconds.
    ///   - start: When one sets out; nil if that does not matter, and then time windows do not either.
    ///   - kind: How one moves: of what stops cost, its time is how long one stays.
    init(_ stops: [Stop], times: [Double], start: Date?, by kind: TravelKind) {
        self.stops = stops
        var now = start
        for index in stops.indices {
            if index > 0 {
                travelTime += times[index - 1]
                totalTime += times[index - 1]
                now? += times[index - 1]
            }
            visit(index, staying: kind.milliseconds(of: stops[index].addedCosts) / 1000, &now)
        }
        end = now
    }

    private mutating func visit(_ index: Int, staying stay: Double, _ now: inout Date?) {
        stops[index].sequence = index + 1
        stops[index].arrivalDate = now
        arrivals.append(totalTime)
        // Of an earlier answer, perhaps.
        (stops[index].waitTime, stops[index].violationTime) = (0, 0)
        if let arrival = now {
            if let opening = stops[index].timeWindowStart, arrival < opening {
                stops[index].waitTime = opening.timeIntervalSince(arrival)
            }
            if let closing = stops[index].timeWindowEnd, arrival > closing {
                stops[index].violationTime = arrival.timeIntervalSince(closing)
            }
        }
        let pause = stops[index].waitTime + max(0, stay)
        waitTime += stops[index].waitTime
        violationTime += stops[index].violationTime
        totalTime += pause
        now? += pause
        departures.append(totalTime)
        stops[index].departureDate = now
    }
}
