import CairnGeo
import CairnTasks
public import Foundation

/// What a new feature is filled with.
public final class AGSFeatureTemplate: NSObject {
    private let value: FeatureTemplate

    init(_ value: FeatureTemplate) {
        self.value = value
    }

    /// Its name for people.
    public var name: String { value.name }
    /// What it says of itself.
    public var templateDescription: String { value.description }
    /// The attributes of a new feature, without those that have no value.
    public var prototypeAttributes: [String: Any] {
        let pairs = value.prototype.filter { $0.value != .null }.map { ($0.name, LegacyAttributes.value($0.value, nil)) }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Whether both say the same.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSFeatureTemplate)?.value == value }
    /// Equal ones have equal hashes.
    public override var hash: Int { value.hashValue }
}
