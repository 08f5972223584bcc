import CairnGeo
public import CairnTasks
public import Foundation

/// What is in the way along a line: roads that cross it are closed, or cost more.
public final class AGSPolylineBarrier: NSObject {
    private var barrier: PolylineBarrier
    /// What it does.
    public var type: AGSBarrierType

    /// One of Cairn, for old callers.
    public init(_ value: PolylineBarrier) {
        barrier = value
        type = value.scaleFactors.isEmpty ? .restriction : .costAdjustment
    }

    /// A line that nobody crosses, unless something else is said.
    public convenience init(polyline: AGSPolyline) {
        self.init(PolylineBarrier(polyline: polyline.polyline))
    }

    /// The new value, as this is now, for code of Cairn. Nil where nothing is adjusted: without a factor the new tasks would close the roads.
    public var value: PolylineBarrier? {
        if type == .costAdjustment, barrier.scaleFactors.isEmpty { return nil }
        var value = barrier
        if type == .restriction { value.scaleFactors = [:] }
        return value
    }

    /// The line.
    public var geometry: AGSPolyline? { AGSPolyline(barrier.geometry) }
    /// What it is called.
    public var name: String {
        get { barrier.name }
        set { barrier.name = newValue }
    }
    /// By what one of the network's costs is multiplied; 1 if nothing is said.
    public func scaleFactor(forCostAttribute attributeName: String) -> Double { barrier.scaleFactors[attributeName] ?? 1 }
    /// Says by what one of the network's costs is multiplied. It counts if the barrier's type is ``AGSBarrierType/costAdjustment``.
    ///
    /// - Parameters:
    ///   - scaleFactor: By what it is multiplied.
    ///   - attributeName: The name of the cost.
    public func setScaleFactor(_ scaleFactor: Double, forCostAttribute attributeName: String) {
        barrier.scaleFactors[attributeName] = scaleFactor
    }
}
