import CairnGeo
import CairnTasks
public import Foundation

/// What a network can, and what it does where nothing is asked.
public final class AGSRouteTaskInfo: NSObject {
    private let value: RouteTaskInfo

    init(_ value: RouteTaskInfo) {
        self.value = value
    }

    /// The name of the network.
    public var networkName: String { value.networkName }
    /// What is added up on a way, by its name.
    public var costAttributes: [String: AGSCostAttribute]? { value.costAttributes.mapValues(AGSCostAttribute.init) }
    /// What may be forbidden to some, by its name.
    public var restrictionAttributes: [String: AGSRestrictionAttribute]? {
        let names = value.restrictionAttributeNames
        return Dictionary(names.map { ($0, AGSRestrictionAttribute($0, value.travelModes)) }) { first, _ in first }
    }
    /// What may be said of restrictions; no service tells it, and there is none.
    public var supportedRestrictionUsageParameterValues: [String] { [] }
    /// How one may move.
    public var travelModes: [AGSTravelMode] { value.travelModes.map(AGSTravelMode.init) }
    /// The name of the usual way to move; empty if there is none.
    public var defaultTravelModeName: String { value.defaultTravelModeName }
    /// Whether directions can be told; nobody knows until the task is loaded.
    public var directionsSupport: AGSNetworkDirectionsSupport {
        if value == RouteTaskInfo() { return .unknown }
        return value.supportsDirections ? .supported : .unsupported
    }
    /// The languages that directions can be told in; empty if that is not told.
    public var supportedLanguages: [String] { value.supportedLanguages }
    /// Whether a route can be found anew on the way. None can be here.
    public var supportsRerouting: Bool { value.supportsRerouting }
    /// How far a place may be from the network, in metres; NaN if that is not told.
    public var maxLocatingDistance: Double { value.maxLocatingDistance ?? .nan }

    // MARK: - What is usual

    private var defaults: RouteParameters { value.defaults }

    /// The costs that are added up beside the one that is kept low, by their names.
    public var accumulateAttributeNames: [String] { defaults.accumulateAttributeNames }
    /// What distances are told in.
    public var directionsDistanceUnits: AGSUnitSystem { AGSUnitSystem(defaults.directionsDistanceUnits) }
    /// The language of directions.
    public var directionsLanguage: String { defaults.directionsLanguage }
    /// What directions are for.
    public var directionsStyle: AGSDirectionsStyle { AGSDirectionsStyle(defaults.directionsStyle) }
    /// Whether the stops are put into the order in which the way is shortest.
    public var findBestSequence: Bool { defaults.findsBestSequence }
    /// Whether the first stop stays the first, then.
    public var preserveFirstStop: Bool { defaults.preservesFirstStop }
    /// Whether the last stop stays the last, then.
    public var preserveLastStop: Bool { defaults.preservesLastStop }
    /// When one sets out; nil if that does not matter.
    public var startTime: Date? { defaults.startDate }
    /// What the coordinates of answers mean; nil for what the network has.
    public var outputSpatialReference: AGSSpatialReference? { defaults.outputSpatialReference.map(AGSSpatialReference.init) }
    /// How the line of a route is drawn.
    public var routeShapeType: AGSRouteShapeType { AGSRouteShapeType(defaults.routeShape) }
}
