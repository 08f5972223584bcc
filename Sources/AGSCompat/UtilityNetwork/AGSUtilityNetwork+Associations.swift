import CairnCallbacks
import CairnGeo
import CairnTasks
import Foundation

extension AGSUtilityNetwork {
    /// What an element belongs together with.
    @discardableResult
    public func associations(
        with element: AGSUtilityElement, completion: @escaping ([AGSUtilityAssociation]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        associations(with: element.value, [], completion)
    }

    /// What an element belongs together with.
    ///
    /// - Parameters:
    ///   - element: The element; with a terminal, at that one.
    ///   - type: How they belong together.
    ///   - completion: Called once, with the associations, or with what went wrong.
    @discardableResult
    public func associations(
        with element: AGSUtilityElement, type: AGSUtilityAssociationType,
        completion: @escaping ([AGSUtilityAssociation]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        associations(with: element.value, type.values, completion)
    }

    /// What belongs together within an extent, each with a line from one to the other.
    @discardableResult
    public func associations(
        withExtent extent: AGSEnvelope, completion: @escaping ([AGSUtilityAssociation]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        associations(within: extent.box, [], completion)
    }

    /// What belongs together within an extent, each with a line from one to the other.
    ///
    /// - Parameters:
    ///   - extent: The extent.
    ///   - type: How they belong together.
    ///   - completion: Called once, with the associations, or with what went wrong.
    @discardableResult
    public func associations(
        withExtent extent: AGSEnvelope, type: AGSUtilityAssociationType,
        completion: @escaping ([AGSUtilityAssociation]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        associations(within: extent.box, type.values, completion)
    }

    private func associations(
        with element: UtilityElement, _ types: Set<UtilityAssociationType>,
        _ completion: @escaping ([AGSUtilityAssociation]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let network = network
        return OperationCancelable({ try await network.associations(for: element, ofTypes: types) }) { found, error in
            completion(found?.map(AGSUtilityAssociation.init), error)
        }
    }

    private func associations(
        within extent: Envelope, _ types: Set<UtilityAssociationType>,
        _ completion: @escaping ([AGSUtilityAssociation]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let network = network
        return OperationCancelable({ try await network.associations(forExtent: extent, ofTypes: types) }) { found, error in
            completion(found?.map(AGSUtilityAssociation.init), error)
        }
    }
}
