import CairnGeo
import Foundation

/// What becomes of a selection.
public enum AGSSelectionMode: Int, Sendable {
    /// More is selected.
    case add = 0
    /// Nothing else is selected.
    case new = 1
    /// Less is selected.
    case subtract = 2
}

extension AGSFeatureLayer {
    /// Selects a feature, besides those that are.
    public func select(_ feature: AGSFeature) { select([feature]) }
    /// Selects features, besides those that are.
    public func select(_ features: [AGSFeature]) { selection.change { $0.formUnion(features) } }
    /// Takes a feature out of what is selected.
    public func unselectFeature(_ feature: AGSFeature) { unselectFeatures([feature]) }
    /// Takes features out of what is selected.
    public func unselectFeatures(_ features: [AGSFeature]) { selection.change { $0.subtract(features) } }
    /// Selects none.
    public func clearSelection() { selection.change { $0 = [] } }

    /// The features that are selected, in no order.
    @discardableResult
    public func getSelectedFeatures(
        completion: @escaping (AGSFeatureQueryResult?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let result = AGSFeatureQueryResult(FeatureSet(), nil, Array(selection.features))
        return OperationCancelable({}) { (_: Void?, error) in completion(error == nil ? result : nil, error) }
    }

    /// Asks for features, and selects them.
    ///
    /// - Parameters:
    ///   - parameters: Which.
    ///   - mode: What becomes of what is selected.
    ///   - completion: Told which were found.
    @discardableResult
    public func selectFeatures(
        withQuery parameters: AGSQueryParameters, mode: AGSSelectionMode,
        completion: ((AGSFeatureQueryResult?, (any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        guard let featureTable else {
            let none = AGSError.runtime(.commonIllegalState, "The layer has no table.")
            return OperationCancelable({ throw none }) { (_: Void?, error) in completion?(nil, error) }
        }
        return featureTable.queryFeatures(with: parameters) { result, error in
            if let result {
                let found = Set(result.map { $0 })
                self.selection.change { selected in
                    switch mode {
                    case .add: selected.formUnion(found)
                    case .new: selected = found
                    case .subtract: selected.subtract(found)
                    }
                }
            }
            completion?(result, error)
        }
    }
}

/// The features of a layer that are selected. It is for one thread at a time.
final class FeatureSelection {
    private(set) var features: Set<AGSFeature> = []

    func change(_ body: (inout Set<AGSFeature>) -> Void) { body(&features) }
}
