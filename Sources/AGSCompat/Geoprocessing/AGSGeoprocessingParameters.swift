import CairnTasks
public import Foundation

/// What a tool is run with.
public final class AGSGeoprocessingParameters: NSObject {
    /// How the tool is run; it must be the way that the tool has.
    public let executionType: AGSGeoprocessingExecutionType
    /// The values by the names of the tool's parameters.
    public var inputs: [String: AGSGeoprocessingParameter] = [:]
    /// What coordinates of results mean; nil leaves it to the tool.
    public var outputSpatialReference: AGSSpatialReference?
    /// What the tool computes in; nil leaves it to the tool.
    public var processSpatialReference: AGSSpatialReference?
    /// Whether results have heights, where there are any.
    public var returnZ = false
    /// Whether results have measures, where there are any.
    public var returnM = false

    /// What a tool is run with.
    public init(executionType: AGSGeoprocessingExecutionType) {
        self.executionType = executionType
    }

    init(_ value: GeoprocessingParameters) {
        executionType = AGSGeoprocessingExecutionType(value.executionType)
        inputs = value.inputs.mapValues(AGSGeoprocessingParameter.make)
        outputSpatialReference = value.outSpatialReference.map(AGSSpatialReference.init)
        processSpatialReference = value.processSpatialReference.map(AGSSpatialReference.init)
        (returnZ, returnM) = (value.returnsZ, value.returnsM)
    }

    /// - Throws: For features with attributes that no feature can have, and for a way to run a tool that is not known.
    func value() throws -> GeoprocessingParameters {
        guard executionType != .unknown else {
            throw AGSError.runtime(
                .commonInvalidArgument,
                "The execution type of the parameters is unknown. Give that of the tool, which its task tells.")
        }
        return GeoprocessingParameters(
            executionType: executionType == .synchronousExecute ? .synchronousExecute : .asynchronousSubmit,
            inputs: try inputs.mapValues { try $0.geoprocessingValue() }, outSpatialReference: outputSpatialReference?.value,
            processSpatialReference: processSpatialReference?.value, returnsZ: returnZ, returnsM: returnM)
    }
}
