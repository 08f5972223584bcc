import CairnCallbacks
import CairnTasks
public import Foundation

extension AGSPortalItem {
    /// The items that are related to this one in any of several ways, each once.
    ///
    /// - Parameters:
    ///   - relationships: The ways, each as `NSValue.ags_value(with:)` makes it.
    ///   - direction: Which of two related items this one is.
    ///   - completion: Called once, with the items, or with what went wrong.
    @discardableResult
    public func fetchRelatedItems(
        withRelationships relationships: [NSValue], direction: AGSPortalItemRelationshipDirection,
        completion: @escaping ([AGSPortalItem]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let kinds = relationships.compactMap { value in
            (value as? NSNumber).flatMap { AGSPortalItemRelationship(rawValue: $0.intValue)?.value }
        }
        let (item, way) = (item, direction.value)
        return OperationCancelable({ () async throws -> [PortalItem] in
            var (items, ids): ([PortalItem], Set<String>) = ([], [])
            for kind in kinds {
                items += try await item.relatedItems(kind, direction: way).filter { ids.insert($0.id).inserted }
            }
            return items
        }) { items, error in
            completion(items?.map { AGSPortalItem($0, at: self.portal) }, error)
        }
    }
}

extension NSValue {
    /// A way in which items are related, for a list of them.
    public class func ags_value(with relationship: AGSPortalItemRelationship) -> NSValue {
        NSNumber(value: relationship.rawValue)
    }
}
