import CairnTasks
public import Foundation

/// What a feature service says of itself.
public final class AGSArcGISFeatureServiceInfo: NSObject {
    private let value: FeatureServiceInfo

    init(_ value: FeatureServiceInfo) {
        self.value = value
    }

    /// What it says of itself in short.
    public var serviceDescription: String { value.serviceDescription }
    /// The version of the server.
    public var version: String { value.version }
    /// The rectangle around all features.
    public var fullExtent: AGSEnvelope? { value.fullExtent.map(AGSEnvelope.init) }
    /// The rectangle to be shown first.
    public var initialExtent: AGSEnvelope? { value.initialExtent.map(AGSEnvelope.init) }
    /// What coordinates mean.
    public var spatialReference: AGSSpatialReference? { value.spatialReference.map(AGSSpatialReference.init) }
    /// The most features of one answer; 0 if it is not known.
    public var maxRecordCount: Int { value.maxRecordCount ?? 0 }
    /// Whether copies can be taken offline, and brought up to date.
    public var isSyncEnabled: Bool { value.isSyncEnabled }
    /// The layers.
    public var layerInfos: [AGSIDInfo] { value.layers.map { AGSIDInfo(id: $0.id, name: $0.name) } }
    /// The tables of rows without places.
    public var tableInfos: [AGSIDInfo] { value.tables.map { AGSIDInfo(id: $0.id, name: $0.name) } }
}
