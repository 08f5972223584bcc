import CairnTasks
public import Foundation

/// A raster that a tool takes or gives.
public final class AGSGeoprocessingRaster: AGSGeoprocessingDataFile {
    /// What kind of file it is, such as `tif`; empty if nobody says.
    public let format: String
    private let kind: String

    init(_ value: GeoprocessingRaster) {
        (format, kind) = (value.format, value.type)
        super.init(value.source)
    }

    /// A raster at an address.
    public convenience init(url: URL, format: String) {
        self.init(GeoprocessingRaster(.url(url), format: format))
    }

    /// A raster.
    public override var type: AGSGeoprocessingParameterType { .raster }

    override func geoprocessingValue() -> GeoprocessingValue {
        .raster(GeoprocessingRaster(place, format: format, type: kind))
    }
}
