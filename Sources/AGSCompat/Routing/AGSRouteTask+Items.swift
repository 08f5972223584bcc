import CairnCallbacks
import CairnCore
import Foundation

extension AGSRouteTask {
    /// Fails: route layers that a portal keeps are not read here.
    @discardableResult
    public func routeParameters(
        with portalItem: AGSPortalItem, completion: @escaping (AGSRouteParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let refusal = Self.refusal(of: portalItem)
        return OperationCancelable({ () async throws -> Never in throw refusal }) { _, error in completion(nil, error) }
    }

    /// Fails: route layers that a portal keeps are not read here.
    @discardableResult
    public static func routeResult(
        with portalItem: AGSPortalItem, completion: @escaping (AGSRouteResult?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let refusal = refusal(of: portalItem)
        return OperationCancelable({ () async throws -> Never in throw refusal }) { _, error in completion(nil, error) }
    }

    private static func refusal(of item: AGSPortalItem) -> NSError {
        AGSError.runtime(
            .commonNotImplemented,
            "\(item.title.printable(upTo: 100)) is a route layer, which is not read here. Set the stops yourself, and solve the route."
        )
    }
}
