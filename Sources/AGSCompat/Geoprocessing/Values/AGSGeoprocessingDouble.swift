import CairnTasks

/// A number that a tool takes or gives.
public final class AGSGeoprocessingDouble: AGSGeoprocessingParameter {
    /// The value.
    public var value: Double

    /// A value.
    public init(value: Double) {
        self.value = value
    }

    /// A number.
    public override var type: AGSGeoprocessingParameterType { .double }

    override func geoprocessingValue() -> GeoprocessingValue { .double(value) }
}
