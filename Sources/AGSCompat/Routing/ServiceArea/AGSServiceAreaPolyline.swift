import CairnGeo
import CairnTasks
public import Foundation

/// A part of a road that can be reached from a facility, or from which it can be reached.
public final class AGSServiceAreaPolyline: NSObject {
    private let value: ServiceAreaPolyline

    init(_ value: ServiceAreaPolyline) {
        self.value = value
    }

    /// The part of the road.
    public var geometry: AGSPolyline { AGSPolyline(value.geometry) }
    /// What it costs to get to where it begins, of one of the network's costs, in its unit; 0 if that was not added up.
    public func fromCumulativeCost(forCostAttribute attributeName: String) -> Double {
        value.fromCumulativeCosts[attributeName] ?? 0
    }
    /// What it costs to get to where it ends, of one of the network's costs, in its unit; 0 if that was not added up.
    public func toCumulativeCost(forCostAttribute attributeName: String) -> Double {
        value.toCumulativeCosts[attributeName] ?? 0
    }
}
