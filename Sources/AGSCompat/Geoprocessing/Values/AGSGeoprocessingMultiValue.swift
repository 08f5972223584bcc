import CairnTasks

/// Values of one type, as a tool takes or gives them.
public final class AGSGeoprocessingMultiValue: AGSGeoprocessingParameter {
    /// The values.
    public var values: [AGSGeoprocessingParameter]

    /// Values of one type.
    public init(values: [AGSGeoprocessingParameter] = []) {
        self.values = values
    }

    /// The type of the values: that of the first.
    public var parameterType: AGSGeoprocessingParameterType { values.first?.type ?? .unknown }
    /// Values of one type.
    public override var type: AGSGeoprocessingParameterType { .multiValue }

    override func geoprocessingValue() throws -> GeoprocessingValue {
        .multiValue(try values.map { try $0.geoprocessingValue() })
    }
}
