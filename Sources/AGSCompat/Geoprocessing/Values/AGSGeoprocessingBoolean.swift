import CairnTasks

/// Yes or no, as a tool takes or gives it.
public final class AGSGeoprocessingBoolean: AGSGeoprocessingParameter {
    /// The value.
    public var value: Bool

    /// A value.
    public init(value: Bool) {
        self.value = value
    }

    /// Yes or no.
    public override var type: AGSGeoprocessingParameterType { .boolean }

    override func geoprocessingValue() -> GeoprocessingValue { .boolean(value) }
}
