import CairnGeo
public import Foundation

/// The features that a query has found, in their order.
public class AGSFeatureQueryResult: NSObject, Sequence {
    private let found: FeatureSet
    private let features: [AGSFeature]
    /// The kind of geometries.
    public let geometryType: AGSGeometryType

    init(_ set: FeatureSet, _ geometryType: GeometryType?, _ features: [AGSFeature]) {
        (found, self.geometryType, self.features) = (set, AGSGeometryType(geometryType), features)
    }

    /// The fields of their attributes.
    public var fields: [AGSField] { found.fields.map { AGSField($0) } }
    /// What coordinates mean.
    public var spatialReference: AGSSpatialReference? { found.spatialReference.map(AGSSpatialReference.init) }
    /// Whether the service held back more. Never: queries ask on until all have come.
    public var isTransferLimitExceeded: Bool { found.exceededTransferLimit }

    /// Goes through the features.
    public func featureEnumerator() -> AGSFeatureEnumerator { AGSFeatureEnumerator(features) }
    /// Goes through the features.
    public func makeIterator() -> IndexingIterator<[AGSFeature]> { features.makeIterator() }
}
