public import CairnCore

/// How a trace goes through a network, and what it gives.
///
/// A tier's own, ``UtilityTier/defaultTraceConfiguration``, is what to begin with.
public struct UtilityTraceConfiguration: Sendable, Hashable, Codable {
    /// Whether what holds the things that are found is found with them.
    public var includeContainers = true
    /// Whether what is within them is.
    public var includeContents = false
    /// Whether the structures that carry them are.
    public var includeStructures = false
    /// Whether the barriers are, at which a trace ends.
    public var includeBarriers = true
    /// Whether what has no place on a map is synthesized one for.
    public var synthesizesGeometries = false
    /// Whether what is cut off is found, in a trace for what has to be shut.
    public var includeIsolatedFeatures = false
    /// Whether a trace that comes upon edits which have not been validated fails.
    public var validateConsistency = true
    /// Whether a trace that comes upon something without a place, and without a container that has one, fails.
    public var validateLocatability = false
    /// Whether a barrier at a starting location is passed over.
    public var ignoreBarriersAtStartingLocations = false
    /// Whether containers are found only up to the first one that is on the map.
    public var includeUpToFirstSpatialContainer = false
    /// Whether what may flow either way is found.
    public var allowIndeterminateFlow = true
    /// The name of the domain network; empty if none is named.
    public var domainNetworkName = ""
    /// The name of the tier; empty if none is named.
    public var tierName = ""
    /// The name of the tier at which a trace that goes up or down ends; empty for that in which it begins.
    public var targetTierName = ""
    /// The name of the subnetwork, which may stand in the place of starting locations; empty if none is named.
    public var subnetworkName = ""
    /// The name of the network attribute that says how far things are, for the shortest path; empty for none.
    public var shortestPathNetworkAttributeName = ""
    /// The name of the network attribute whose bits keep ways apart; empty for none.
    public var filterBitsetNetworkAttributeName = ""
    /// What it goes through, and where it ends.
    public var traversability = UtilityTraversability()
    /// What is taken out of that; nil for nothing.
    public var filter: UtilityTraceFilter?
    /// What is worked out on the way.
    public var functions: [UtilityTraceFunction] = []
    /// What is carried along from what feeds a subnetwork.
    public var propagators: [UtilityPropagator] = []
    /// The asset types that are given; empty for all.
    public var outputAssetTypes: [UtilityAssetTypeKey] = []
    /// What has to be met for something to be given; nil if all is.
    public var outputCondition: UtilityTraceConditionalExpression?
    /// All that a service has said, with what has no property here; empty if it was not read from one. It is sent with the rest.
    public var json: JSONValue = [:]

    /// A configuration with what is usual.
    public init() {}
}
