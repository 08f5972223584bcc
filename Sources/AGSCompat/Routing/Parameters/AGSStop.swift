import CairnGeo
public import CairnTasks
public import Foundation

/// A place that a route leads to, or through.
public final class AGSStop: NSObject {
    /// The new value, for code of Cairn.
    public private(set) var value: Stop
    /// By what its owner knows it: a route that was solved tells the same number of it, or, if that is 0, its place among those that were given,
    /// from 1.
    public var stopID: Int

    /// One of Cairn, for old callers.
    ///
    /// - Parameters:
    ///   - value: The new value.
    ///   - stopID: By what its owner knows it.
    public init(_ value: Stop, stopID: Int = 0) {
        (self.value, self.stopID) = (value, stopID)
    }

    /// A stop at a place.
    public convenience init(point: AGSPoint) {
        self.init(Stop(point: point.point))
    }

    /// Where it is.
    public var geometry: AGSPoint? { AGSPoint(value.geometry) }
    /// What it is called.
    public var name: String {
        get { value.name }
        set { value.name = newValue }
    }
    /// What happens there.
    public var stopType: AGSStopType {
        get { AGSStopType(value.kind) }
        set { value.kind = newValue.value }
    }
    /// The route it belongs to, where several are asked for at once; empty if it is all one.
    public var routeName: String {
        get { value.routeName }
        set { value.routeName = newValue }
    }
    /// On which side of the vehicle it shall be.
    public var curbApproach: AGSCurbApproach {
        get { AGSCurbApproach(value.curbApproach) }
        set { value.curbApproach = newValue.value ?? .eitherSide }
    }
    /// The direction in which one moves there, in degrees clockwise from north; NaN if it is not known.
    public var currentBearing: Double {
        get { value.currentBearing ?? .nan }
        set { value.currentBearing = newValue.isNaN ? nil : newValue }
    }
    /// By how many degrees that may be wrong; NaN for what is usual.
    public var currentBearingTolerance: Double {
        get { value.currentBearingTolerance }
        set { value.currentBearingTolerance = newValue.isNaN ? Stop(point: value.geometry).currentBearingTolerance : newValue }
    }
    /// For how many seconds one goes on before directions are heard; NaN if it is not known.
    public var navigationLatency: Double {
        get { value.navigationLatency ?? .nan }
        set { value.navigationLatency = newValue.isNaN ? nil : newValue }
    }
    /// How fast one moves there, in metres a second; NaN if it is not known. Services are not told.
    public var navigationSpeed: Double {
        get { value.navigationSpeed ?? .nan }
        set { value.navigationSpeed = newValue.isNaN ? nil : newValue }
    }
    /// From when one may arrive.
    public var timeWindowStart: Date? {
        get { value.timeWindowStart }
        set { value.timeWindowStart = newValue }
    }
    /// Until when one may arrive.
    public var timeWindowEnd: Date? {
        get { value.timeWindowEnd }
        set { value.timeWindowEnd = newValue }
    }
    /// What it costs to stop, of one of the network's costs; 0 if nothing is said.
    public func addedCost(forCostAttribute attributeName: String) -> Double { value.addedCosts[attributeName] ?? 0 }
    /// Says what it costs to stop, of one of the network's costs.
    ///
    /// - Parameters:
    ///   - addedCost: What it costs, in the unit of the attribute.
    ///   - attributeName: The name of the cost.
    public func setAddedCost(_ addedCost: Double, forCostAttribute attributeName: String) {
        value.addedCosts[attributeName] = addedCost
    }
}

/// What a solved route tells.
extension AGSStop {
    /// Which one of the route it is, from 1; 0 before.
    public var sequence: Int { value.sequence }
    /// When one arrives, if the route has a time.
    public var arrivalTime: Date? { value.arrivalDate }
    /// How far the clocks there are ahead of UTC, in minutes; 0 always, for times are moments here.
    public var arrivalTimeShift: Double { 0 }
    /// When one goes on.
    public var departureTime: Date? { value.departureDate }
    /// How far the clocks there are ahead of UTC, in minutes; 0 always, for times are moments here.
    public var departureTimeShift: Double { 0 }
    /// On which side it was when it was reached.
    public var arrivalCurbApproach: AGSCurbApproach { value.arrivalCurbApproach.map(AGSCurbApproach.init) ?? .unknown }
    /// On which side it was when it was left.
    public var departureCurbApproach: AGSCurbApproach { value.departureCurbApproach.map(AGSCurbApproach.init) ?? .unknown }
    /// How it was found on the network.
    public var locationStatus: AGSLocationStatus { AGSLocationStatus(value.locationStatus) }
    /// From where it is to the road, in metres; NaN if that is not told.
    public var distanceToNetworkLocation: Double { value.distanceToNetworkLocation ?? .nan }
    /// How long one waits for the time window to open, in minutes.
    public var waitTime: Double { value.waitTime / 60 }
    /// By how many minutes one comes too late.
    public var violationTime: Double { value.violationTime / 60 }
}
