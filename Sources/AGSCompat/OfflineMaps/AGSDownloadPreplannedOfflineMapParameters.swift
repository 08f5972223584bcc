import CairnTasks
public import Foundation

/// How an area is downloaded that a portal has packaged.
public final class AGSDownloadPreplannedOfflineMapParameters: NSObject {
    /// The area.
    public let preplannedMapArea: AGSPreplannedMapArea
    /// Whether the map is made without the layers that cannot be had.
    public var continueOnErrors = true
    /// Whether, and how, the map can be brought up to date.
    public var updateMode = AGSPreplannedUpdateMode.syncWithFeatureServices

    /// All of an area, to be brought in step with its services.
    public init(preplannedMapArea: AGSPreplannedMapArea) {
        self.preplannedMapArea = preplannedMapArea
    }

    convenience init(_ value: DownloadPreplannedOfflineMapParameters, _ area: AGSPreplannedMapArea) {
        self.init(preplannedMapArea: area)
        (continueOnErrors, updateMode) = (value.continuesOnErrors, AGSPreplannedUpdateMode(value.updateMode))
    }

    var value: DownloadPreplannedOfflineMapParameters {
        DownloadPreplannedOfflineMapParameters(continuesOnErrors: continueOnErrors, updateMode: updateMode.value)
    }
}
