import CairnTasks
public import Foundation

/// A moment that a tool takes or gives.
public final class AGSGeoprocessingDate: AGSGeoprocessingParameter {
    /// The value.
    public var value: Date

    /// A value.
    public init(value: Date) {
        self.value = value
    }

    /// A moment.
    public override var type: AGSGeoprocessingParameterType { .date }

    override func geoprocessingValue() -> GeoprocessingValue { .date(value) }
}
