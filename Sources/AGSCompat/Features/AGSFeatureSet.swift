import CairnGeo

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
}

extension FeatureSet {
    /// The features as they are now.
    ///
    /// - Throws: For attributes that no feature can have.
    init(_ legacy: any AGSFeatureSet) throws {
        let features = try legacy.featureEnumerator().allObjects.map { try $0.snapshot().feature }
        self.init(fields: legacy.fields.map(\.value), features: features, spatialReference: legacy.spatialReference?.value)
    }
}
