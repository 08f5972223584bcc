import CairnTasks
public import Foundation

/// From where a trace goes, how, and what is to be given.
public final class AGSUtilityTraceParameters: NSObject {
    /// What the trace looks for.
    public let traceType: AGSUtilityTraceType
    /// Where it begins.
    public var startingLocations: [AGSUtilityElement]
    /// Where it ends.
    public var barriers: [AGSUtilityElement] = []
    /// Behind which nothing is given, though the trace goes on.
    public var filterBarriers: [AGSUtilityElement] = []
    /// How it goes; nil for what is usual with the service. It does not count if the trace is one under a name.
    public var traceConfiguration: AGSUtilityTraceConfiguration?
    /// What is to be given, each as `NSValue.ags_value(with:)` makes it; if nothing is said, elements.
    public var resultTypes: [NSValue]
    private let named: UtilityNamedTraceConfiguration?

    /// Parameters of a trace.
    ///
    /// - Parameters:
    ///   - traceType: What it looks for.
    ///   - startingLocations: Where it begins.
    public init(traceType: AGSUtilityTraceType, startingLocations: [AGSUtilityElement]) {
        (self.traceType, self.startingLocations, named) = (traceType, startingLocations, nil)
        resultTypes = [.ags_value(with: AGSUtilityTraceResultType.elements)]
    }

    /// Parameters of a trace that somebody has set up in the network, with the results that it gives.
    ///
    /// - Parameters:
    ///   - namedTraceConfiguration: The trace.
    ///   - startingLocations: Where it begins.
    public init(namedTraceConfiguration: AGSUtilityNamedTraceConfiguration, startingLocations: [AGSUtilityElement]) {
        let value = namedTraceConfiguration.value
        (traceType, self.startingLocations, named) = (AGSUtilityTraceType(value.traceType), startingLocations, value)
        resultTypes = UtilityTraceParameters(namedTraceConfiguration: value, startingLocations: []).resultTypes.map {
            .ags_value(with: AGSUtilityTraceResultType($0))
        }
    }

    /// The parameters as they are now.
    var value: UtilityTraceParameters {
        let starts = startingLocations.map(\.value)
        var value =
            named.map { UtilityTraceParameters(namedTraceConfiguration: $0, startingLocations: starts) }
            ?? UtilityTraceParameters(traceType: traceType.value, startingLocations: starts)
        (value.barriers, value.filterBarriers) = (barriers.map(\.value), filterBarriers.map(\.value))
        value.traceConfiguration = traceConfiguration?.value
        value.resultTypes = resultTypes.compactMap { AGSUtilityTraceResultType(boxed: $0)?.value }
        return value
    }
}
