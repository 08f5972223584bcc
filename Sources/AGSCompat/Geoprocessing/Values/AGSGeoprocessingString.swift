import CairnTasks

/// Text that a tool takes or gives.
public final class AGSGeoprocessingString: AGSGeoprocessingParameter {
    /// The value.
    public var value: String

    /// A value.
    public init(value: String) {
        self.value = value
    }

    /// Text.
    public override var type: AGSGeoprocessingParameterType { .string }

    override func geoprocessingValue() -> GeoprocessingValue { .string(value) }
}
