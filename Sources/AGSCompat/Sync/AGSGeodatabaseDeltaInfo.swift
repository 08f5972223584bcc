public import Foundation

/// Files that a sync has left: what went to the service, and what came from it.
public final class AGSGeodatabaseDeltaInfo: NSObject {
    /// The service.
    public let featureServiceURL: URL
    /// The geodatabase.
    public let geodatabaseFileURL: URL
    /// What went to the service, if anything did.
    public let uploadDeltaFileURL: URL?
    /// What came from the service, if anything did.
    public let downloadDeltaFileURL: URL?

    init(service: URL, geodatabase: URL, upload: URL?, download: URL?) {
        (featureServiceURL, geodatabaseFileURL, uploadDeltaFileURL, downloadDeltaFileURL) = (
            service, geodatabase, upload, download
        )
    }
}
