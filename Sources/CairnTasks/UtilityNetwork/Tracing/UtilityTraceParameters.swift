public import CairnGeo

/// From where a trace goes, how, and what is to be given.
///
/// ```swift
/// let network = UtilityNetwork(url: serviceURL)
/// let start = try await network.makeElement(feature: features[0], layerID: 1)
/// let valve = try await network.makeElement(feature: features[1], layerID: 1)
/// var parameters = UtilityTraceParameters(traceType: .connected, startingLocations: [start])
/// parameters.barriers = [valve]
/// parameters.resultTypes = [.elements, .geometry]
/// ```
public struct UtilityTraceParameters: Sendable, Hashable, Codable {
    /// What the trace looks for.
    public var traceType: UtilityTraceType
    /// Where it begins.
    public var startingLocations: [UtilityElement]
    /// Where it ends.
    public var barriers: [UtilityElement]
    /// Behind which nothing is given, though the trace goes on.
    public var filterBarriers: [UtilityElement]
    /// How it goes; nil for what is usual with the service. It does not count if a ``namedTraceConfiguration`` is named.
    public var traceConfiguration: UtilityTraceConfiguration?
    /// How it goes, as somebody has set it up in the network; nil for none.
    public var namedTraceConfiguration: UtilityNamedTraceConfiguration?
    /// What is to be given; if nothing is said, elements.
    public var resultTypes: [UtilityTraceResultType]
    /// What the coordinates of geometries are to mean; nil for the network's own. Services before ArcGIS Enterprise 11 do not heed it.
    public var outSpatialReference: SpatialReference?

    /// Parameters of a trace.
    ///
    /// - Parameters:
    ///   - traceType: What it looks for.
    ///   - startingLocations: Where it begins.
    public init(traceType: UtilityTraceType, startingLocations: [UtilityElement]) {
        (self.traceType, self.startingLocations) = (traceType, startingLocations)
        (barriers, filterBarriers) = ([], [])
        (traceConfiguration, namedTraceConfiguration) = (nil, nil)
        (resultTypes, outSpatialReference) = ([.elements], nil)
    }

    /// Parameters of a trace that somebody has set up in the network, with the results that it gives.
    ///
    /// - Parameters:
    ///   - namedTraceConfiguration: The trace.
    ///   - startingLocations: Where it begins.
    public init(namedTraceConfiguration: UtilityNamedTraceConfiguration, startingLocations: [UtilityElement]) {
        self.init(traceType: namedTraceConfiguration.traceType, startingLocations: startingLocations)
        self.namedTraceConfiguration = namedTraceConfiguration
        if !namedTraceConfiguration.resultTypes.isEmpty { resultTypes = namedTraceConfiguration.resultTypes }
    }

    /// The configuration that counts, as far as it is known.
    var configuration: UtilityTraceConfiguration? {
        namedTraceConfiguration == nil ? traceConfiguration : namedTraceConfiguration?.traceConfiguration
    }
}
