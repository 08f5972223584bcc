import CairnGeo
public import CairnTasks
public import Foundation

/// What is in the way at a place.
public final class AGSPointBarrier: NSObject {
    private var barrier: PointBarrier
    /// What it does.
    public var type: AGSBarrierType

    /// One of Cairn, for old callers.
    public init(_ value: PointBarrier) {
        barrier = value
        type = value.kind == .restriction ? .restriction : .costAdjustment
    }

    /// A place that nobody comes past, unless something else is said.
    public convenience init(point: AGSPoint) {
        self.init(PointBarrier(point: point.point))
    }

    /// The new value, as this is now, for code of Cairn.
    public var value: PointBarrier {
        var value = barrier
        value.kind = type == .restriction ? .restriction : .addedCost
        return value
    }

    /// Where it is.
    public var geometry: AGSPoint? { AGSPoint(barrier.geometry) }
    /// What it is called.
    public var name: String {
        get { barrier.name }
        set { barrier.name = newValue }
    }
    /// What passing costs, of one of the network's costs; 0 if nothing is said.
    public func addedCost(forCostAttribute attributeName: String) -> Double { barrier.addedCosts[attributeName] ?? 0 }
    /// Says what passing costs, of one of the network's costs. It counts if the barrier's type is ``AGSBarrierType/costAdjustment``.
    ///
    /// - Parameters:
    ///   - addedCost: What it costs, in the unit of the attribute.
    ///   - attributeName: The name of the cost.
    public func setAddedCost(_ addedCost: Double, forCostAttribute attributeName: String) {
        barrier.addedCosts[attributeName] = addedCost
    }
}
