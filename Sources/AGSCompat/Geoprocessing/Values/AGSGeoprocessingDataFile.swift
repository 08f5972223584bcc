import CairnTasks
public import Foundation

/// A file that a tool takes or gives.
public class AGSGeoprocessingDataFile: AGSGeoprocessingParameter {
    private let source: GeoprocessingSource

    init(_ source: GeoprocessingSource) {
        self.source = source
    }

    convenience init(_ file: GeoprocessingDataFile) {
        self.init(file.source)
    }

    /// A file at an address.
    public convenience init(url: Foundation.URL) {
        self.init(.url(url))
    }

    /// A file that was uploaded to the service.
    public convenience init(itemID: String) {
        self.init(.uploaded(itemID: itemID))
    }

    /// Its address; nil for what was uploaded.
    public final var url: Foundation.URL? { source.url }
    /// Its address; nil for what was uploaded.
    public final var URL: Foundation.URL? { source.url }

    final var place: GeoprocessingSource { source }

    /// A file.
    public override var type: AGSGeoprocessingParameterType { .dataFile }

    override func geoprocessingValue() throws -> GeoprocessingValue { .dataFile(GeoprocessingDataFile(source)) }

    /// Fetches the file to disk; a file that is there is replaced. The completion gets where it is.
    @discardableResult
    public final func download(
        toFileURL fileURL: Foundation.URL, completion: @escaping (Foundation.URL?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let file = GeoprocessingDataFile(source)
        return OperationCancelable(
            {
                try await file.download(to: fileURL)
                return fileURL
            }, completion: completion)
    }
}
