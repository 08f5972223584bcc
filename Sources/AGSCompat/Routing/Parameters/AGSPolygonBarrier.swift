import CairnGeo
public import CairnTasks
public import Foundation

/// What is in the way within an area: roads in it are closed, or cost more.
public final class AGSPolygonBarrier: NSObject {
    private var barrier: PolygonBarrier
    /// What it does.
    public var type: AGSBarrierType

    /// One of Cairn, for old callers.
    public init(_ value: PolygonBarrier) {
        barrier = value
        type = value.scaleFactors.isEmpty ? .restriction : .costAdjustment
    }

    /// An area that nobody enters, unless something else is said.
    public convenience init(polygon: AGSPolygon) {
        self.init(PolygonBarrier(polygon: polygon.polygon))
    }

    /// The new value, as this is now, for code of Cairn. Nil where nothing is adjusted: without a factor the new tasks would close the roads.
    public var value: PolygonBarrier? {
        if type == .costAdjustment, barrier.scaleFactors.isEmpty { return nil }
        var value = barrier
        if type == .restriction { value.scaleFactors = [:] }
        return value
    }

    /// The area.
    public var geometry: AGSPolygon? { AGSPolygon(barrier.geometry) }
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
