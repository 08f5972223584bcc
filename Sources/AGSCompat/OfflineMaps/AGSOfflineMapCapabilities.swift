import CairnTasks
public import Foundation

/// Which layers of a map can be taken offline.
public final class AGSOfflineMapCapabilities: NSObject {
    /// What can be done with the layers of the online map, those of the basemap and of groups included.
    public let layerCapabilities: [AGSLayer: AGSOfflineCapability]
    /// What can be done with the tables of the online map.
    public let tableCapabilities: [AGSFeatureTable: AGSOfflineCapability]
    /// Whether some cannot be taken offline.
    public let hasErrors: Bool

    init(_ value: OfflineMapCapabilities, _ objects: OnlineMapObjects) {
        hasErrors = value.hasErrors
        layerCapabilities = objects.layers(value.layers, AGSOfflineCapability.init)
        tableCapabilities = objects.tables(value.tables, AGSOfflineCapability.init)
    }
}

/// Whether a layer, or a table, can be taken offline.
public final class AGSOfflineCapability: NSObject {
    /// Why it cannot; nil if it can.
    public let error: (any Error)?

    init(_ value: OfflineMapCapabilities.Layer) {
        error = value.error.map { AGSError.legacy($0) }
    }

    /// Whether it can.
    public var supportsOffline: Bool { error == nil }
}
