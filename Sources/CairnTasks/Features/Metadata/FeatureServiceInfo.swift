public import CairnCore
public import CairnGeo

/// What a feature service says of itself.
///
/// ```swift
/// var info = FeatureServiceInfo(layers: [FeatureLayerSummary(id: 0, name: "Trees", geometryType: .point)])
/// info.capabilities = [.query, .editing]
/// print(info.esriJSON.text())
/// ```
public struct FeatureServiceInfo: Sendable, Hashable {
    /// What it says of itself in short.
    public var serviceDescription: String
    /// The version of the server; empty if it does not say.
    public var version: String
    /// What coordinates mean; nil if the server does not say.
    public var spatialReference: SpatialReference?
    /// The rectangle around all features; nil if the server does not say.
    public var fullExtent: Envelope?
    /// The rectangle to be shown first; nil if the server does not say.
    public var initialExtent: Envelope?
    /// The most features of one answer; nil if the server does not say.
    public var maxRecordCount: Int?
    /// The formats of answers, such as `JSON` and `PBF`.
    public var queryFormats: [String]
    /// What callers may do.
    public var capabilities: Set<ServiceCapability>
    /// Whether copies can be taken offline, and brought up to date.
    public var isSyncEnabled: Bool
    /// What that can do.
    public var syncCapabilities: Set<SyncCapability>
    /// Whether features are added with global ids that the caller has chosen.
    public var supportsApplyEditsWithGlobalIDs: Bool
    /// The layers.
    public var layers: [FeatureLayerSummary]
    /// The tables of rows without places.
    public var tables: [FeatureLayerSummary]
    /// All that the server says, with what has no property here; empty if it was not read from one.
    public var json: JSONValue

    /// What a service says of itself.
    public init(
        serviceDescription: String = "", version: String = "", spatialReference: SpatialReference? = nil,
        fullExtent: Envelope? = nil, initialExtent: Envelope? = nil, maxRecordCount: Int? = 2000,
        queryFormats: [String] = ["JSON"], capabilities: Set<ServiceCapability> = [.query], isSyncEnabled: Bool = false,
        syncCapabilities: Set<SyncCapability> = [], supportsApplyEditsWithGlobalIDs: Bool = false,
        layers: [FeatureLayerSummary] = [], tables: [FeatureLayerSummary] = [], json: JSONValue = [:]
    ) {
        self.serviceDescription = serviceDescription
        self.version = version
        self.spatialReference = spatialReference
        self.fullExtent = fullExtent
        self.initialExtent = initialExtent
        self.maxRecordCount = maxRecordCount
        self.queryFormats = queryFormats
        self.capabilities = capabilities
        self.isSyncEnabled = isSyncEnabled
        self.syncCapabilities = syncCapabilities
        self.supportsApplyEditsWithGlobalIDs = supportsApplyEditsWithGlobalIDs
        self.layers = layers
        self.tables = tables
        self.json = json
    }
}
