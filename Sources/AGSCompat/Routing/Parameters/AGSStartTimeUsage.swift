import CairnTasks

/// What a date is of.
public enum AGSStartTimeUsage: Int, Sendable {
    /// When one sets out.
    case departureTime = 0
    /// When one has arrived.
    case arrivalTime = 1

    init(_ usage: StartTimeUsage) {
        self = usage == .arrivalTime ? .arrivalTime : .departureTime
    }

    var value: StartTimeUsage { self == .arrivalTime ? .arrivalTime : .departureTime }
}
