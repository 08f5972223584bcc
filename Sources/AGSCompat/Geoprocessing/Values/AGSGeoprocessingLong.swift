import CairnTasks

/// A whole number that a tool takes or gives.
public final class AGSGeoprocessingLong: AGSGeoprocessingParameter {
    /// The value.
    public var value: Int

    /// A value.
    public init(value: Int) {
        self.value = value
    }

    /// A whole number.
    public override var type: AGSGeoprocessingParameterType { .long }

    override func geoprocessingValue() -> GeoprocessingValue { .long(value) }
}
