import CairnGeo
public import Foundation

/// One field of an order.
public final class AGSOrderBy: NSObject {
    /// The field.
    public let fieldName: String
    /// Which way.
    public let sortOrder: AGSSortOrder

    /// An order by one field.
    public init(fieldName: String, sortOrder: AGSSortOrder) {
        (self.fieldName, self.sortOrder) = (fieldName, sortOrder)
    }

    var value: OrderBy.Key { OrderBy.Key(fieldName, isDescending: sortOrder == .descending) }
}
