public import CairnGeo

/// Features that are here, with their fields: what a query, or a tool, has given.
public protocol AGSFeatureSet: AnyObject {
    /// The fields of their attributes.
    var fields: [AGSField] { get }
    /// The kind of geometries.
    var geometryType: AGSGeometryType { get }
    /// What coordinates mean.
    var spatialReference: AGSSpatialReference? { get }
    /// Goes through the features.
    func featureEnumerator() -> AGSFeatureEnumerator
}

extension AGSFeatureQueryResult: AGSFeatureSet {
    /// Features that are of no table.
    convenience init(_ set: FeatureSet, _ geometryType: GeometryType?) {
        let types = Dictionary(set.fields.map { ($0.name, $0.type) }) { first, _ in first }
        self.init(set, geometryType, set.features.map { AGSFeature($0, types) })
    }

    /// Features of Cairn for old callers, of no table. Their geometries are of the kind of the first.
    public convenience init(_ features: FeatureSet) {
        self.init(features, features.features.lazy.compactMap(\.geometry).first?.type)
    }
}

extension FeatureSet {
    /// Features of old callers, as they are now.
    ///
    /// - Throws: For attributes of types that no table has.
    public init(_ legacy: any AGSFeatureSet) throws {
        let features = try legacy.featureEnumerator().allObjects.map { try $0.snapshot().feature }
        self.init(fields: legacy.fields.map(\.value), features: features, spatialReference: legacy.spatialReference?.value)
        exceededTransferLimit = (legacy as? AGSFeatureQueryResult)?.isTransferLimitExceeded ?? false
    }
}
