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
        associations(with: element.value, nil, completion)
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
        associations(with: element.value, type, completion)
    }

    /// What belongs together within an extent, each with a line from one to the other.
    @discardableResult
    public func associations(
        withExtent extent: AGSEnvelope, completion: @escaping ([AGSUtilityAssociation]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        associations(within: extent.box, nil, completion)
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
        associations(within: extent.box, type, completion)
    }

    private func associations(
        with element: UtilityElement, _ type: AGSUtilityAssociationType?,
        _ completion: @escaping ([AGSUtilityAssociation]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let network = network
        return OperationCancelable({ try await network.associations(for: element, ofTypes: type?.values ?? []) }) {
            found, error in
            completion(found.map { Self.associations($0, of: type) }, error)
        }
    }

    private func associations(
        within extent: Envelope, _ type: AGSUtilityAssociationType?,
        _ completion: @escaping ([AGSUtilityAssociation]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let network = network
        return OperationCancelable({ try await network.associations(forExtent: extent, ofTypes: type?.values ?? []) }) {
            found, error in
            completion(found.map { Self.associations($0, of: type) }, error)
        }
    }

    /// What has no name here cannot be asked for: it is what is left of all.
    private static func associations(_ found: [UtilityAssociation], of type: AGSUtilityAssociationType?)
        -> [AGSUtilityAssociation]
    {
        let all = found.map(AGSUtilityAssociation.init)
        return type == .unknown ? all.filter { $0.associationType == .unknown } : all
    }
}
