import CairnTasks
public import Foundation

/// A map area that was downloaded: where it is, and what is missing.
public final class AGSDownloadPreplannedOfflineMapResult: NSObject {
    /// The map, loaded.
    public let offlineMap: AGSMap
    /// The package that it is in, loaded.
    public let mobileMapPackage: AGSMobileMapPackage
    /// The layers that are not there, ``AGSLayer``, and why, `NSError`: those of the job's online map where that is loaded.
    public let layerErrors: [AnyHashable: Any]
    /// The tables that are not there, ``AGSFeatureTable``, and why, `NSError`: those of the job's online map where that is loaded.
    public let tableErrors: [AnyHashable: Any]

    init(_ opened: OpenedOfflineMap, _ online: OnlineMapObjects?) {
        mobileMapPackage = AGSMobileMapPackage(opened.objects)
        offlineMap = mobileMapPackage.maps.first ?? AGSMap()
        layerErrors = online?.layerErrors(opened.result.layerErrors) ?? [:]
        tableErrors = online?.tableErrors(opened.result.tableErrors) ?? [:]
    }

    /// Whether something is missing.
    public var hasErrors: Bool { !layerErrors.isEmpty || !tableErrors.isEmpty }
}
