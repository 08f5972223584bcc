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
        layerCapabilities = Dictionary(
            value.layers.compactMap { layer in objects.layer(layer.layer.id).map { ($0, AGSOfflineCapability(layer)) } }
        ) { first, _ in first }
        tableCapabilities = Dictionary(
            value.tables.compactMap { table in objects.table(table.layer.url).map { ($0, AGSOfflineCapability(table)) } }
        ) { first, _ in first }
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
