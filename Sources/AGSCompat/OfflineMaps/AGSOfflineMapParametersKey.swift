import CairnTasks
public import Foundation

/// Which part of an offline map parameters are for: the service that it comes from, which other layers may come from, too.
public final class AGSOfflineMapParametersKey: NSObject {
    /// Nil for what is of no service.
    let value: OfflineMapParametersKey?

    init(_ value: OfflineMapParametersKey?) {
        self.value = value
    }

    /// The part that a layer is of. For one that is of no service nothing is found.
    public convenience init(layer: AGSLayer) {
        self.init(OfflineMapParametersKey(layer: layer.value))
    }

    /// The part that a table is of. For one that is of no service nothing is found.
    public convenience init(featureTable: AGSFeatureTable) {
        let url = (featureTable as? AGSServiceFeatureTable)?.url
        self.init(OfflineMapParametersKey(layer: MapLayer(.feature, title: "", url: url)))
    }

    /// The address of the service; nil for what is of none.
    public var serviceURL: URL? { value?.service }

    /// Whether both are the same part.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AGSOfflineMapParametersKey else { return false }
        return other === self || value != nil && other.value == value
    }
    /// Equal keys have equal hashes.
    public override var hash: Int { value.hashValue }
}
