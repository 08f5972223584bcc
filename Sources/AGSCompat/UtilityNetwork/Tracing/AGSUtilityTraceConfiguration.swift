import CairnTasks
public import Foundation

/// How a trace goes through a network, and what it gives.
public final class AGSUtilityTraceConfiguration: NSObject {
    private var base: UtilityTraceConfiguration
    /// What it goes through, and where it ends; nil for everything.
    public var traversability: AGSUtilityTraversability?
    /// What is taken out of that; nil for nothing.
    public var filter: AGSUtilityTraceFilter?
    /// What is worked out on the way.
    public var functions: [AGSUtilityTraceFunction]
    /// What has to be met for something to be given; nil if all is.
    public var outputCondition: AGSUtilityTraceCondition?

    init(_ value: UtilityTraceConfiguration, _ definition: UtilityNetworkDefinition) {
        base = value
        traversability = AGSUtilityTraversability(value.traversability, definition)
        filter = value.filter.map { AGSUtilityTraceFilter($0, definition) }
        functions = value.functions.map { AGSUtilityTraceFunction($0, definition) }
        outputCondition = value.outputCondition.flatMap { AGSUtilityTraceConditionalExpression.make($0, definition) }
    }

    /// A configuration with what is usual.
    public override convenience init() {
        self.init(UtilityTraceConfiguration(), UtilityNetworkDefinition())
    }

    /// The configuration as it is now.
    var value: UtilityTraceConfiguration {
        var value = base
        value.traversability = traversability?.value ?? UtilityTraversability()
        value.filter = filter?.value
        value.functions = functions.map(\.value)
        value.outputCondition = outputCondition?.condition
        return value
    }

    /// Whether what holds the things that are found is found with them.
    public var includeContainers: Bool {
        get { base.includeContainers }
        set { base.includeContainers = newValue }
    }
    /// Whether what is within them is.
    public var includeContents: Bool {
        get { base.includeContents }
        set { base.includeContents = newValue }
    }
    /// Whether the structures that carry them are.
    public var includeStructures: Bool {
        get { base.includeStructures }
        set { base.includeStructures = newValue }
    }
    /// Whether the barriers are, at which a trace ends.
    public var includeBarriers: Bool {
        get { base.includeBarriers }
        set { base.includeBarriers = newValue }
    }
    /// Whether what is cut off is found, in a trace for what has to be shut.
    public var includeIsolatedFeatures: Bool {
        get { base.includeIsolatedFeatures }
        set { base.includeIsolatedFeatures = newValue }
    }
    /// Whether a trace that comes upon edits which have not been validated fails.
    public var validateConsistency: Bool {
        get { base.validateConsistency }
        set { base.validateConsistency = newValue }
    }
    /// Whether a barrier at a starting location is passed over.
    public var ignoreBarriersAtStartingPoints: Bool {
        get { base.ignoreBarriersAtStartingLocations }
        set { base.ignoreBarriersAtStartingLocations = newValue }
    }
}
