public import CairnGeo

/// What a tool is run with.
///
/// ```swift
/// var parameters = GeoprocessingParameters(executionType: .asynchronousSubmit)
/// parameters.inputs["Distance"] = .linearUnit(GeoprocessingLinearUnit(distance: 100, units: .meters))
/// ```
public struct GeoprocessingParameters: Sendable, Hashable {
    /// How the tool is run; it must be the way that the tool has.
    public var executionType: GeoprocessingExecutionType
    /// The values by the names of the tool's parameters.
    public var inputs: [String: GeoprocessingValue]
    /// What coordinates of results mean; nil leaves it to the tool.
    public var outSpatialReference: SpatialReference?
    /// What the tool computes in; nil leaves it to the tool.
    public var processSpatialReference: SpatialReference?
    /// Whether results have heights, where there are any.
    public var returnsZ: Bool
    /// Whether results have measures, where there are any.
    public var returnsM: Bool
    /// Addresses among the inputs that nobody has to answer for.
    private(set) var known = KnownAddresses()

    /// What a tool is run with.
    public init(
        executionType: GeoprocessingExecutionType, inputs: [String: GeoprocessingValue] = [:],
        outSpatialReference: SpatialReference? = nil, processSpatialReference: SpatialReference? = nil, returnsZ: Bool = false,
        returnsM: Bool = false
    ) {
        self.executionType = executionType
        self.inputs = inputs
        self.outSpatialReference = outSpatialReference
        self.processSpatialReference = processSpatialReference
        self.returnsZ = returnsZ
        self.returnsM = returnsM
    }

    /// Takes the addresses of values as they are: they are stored already, or the tool names them itself.
    mutating func know(_ values: some Sequence<GeoprocessingValue>) {
        known.urls.formUnion(values.lazy.flatMap(\.addresses))
    }
}
