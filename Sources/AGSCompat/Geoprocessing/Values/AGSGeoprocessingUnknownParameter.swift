public import CairnTasks

/// A value of a type that the old SDK did not have, such as an area, a time or a rectangle.
///
/// ```swift
/// let area = AGSGeoprocessingUnknownParameter(.extent(envelope))
/// ```
public final class AGSGeoprocessingUnknownParameter: AGSGeoprocessingParameter {
    /// The value.
    public let value: GeoprocessingValue

    /// A value of Cairn for old callers.
    public init(_ value: GeoprocessingValue) {
        self.value = value
    }

    override func geoprocessingValue() -> GeoprocessingValue { value }
}
