public import Foundation

/// The name and the number of a layer or a table of a service.
public class AGSIDInfo: NSObject {
    /// The number.
    public let id: Int
    /// The name.
    public let name: String

    init(id: Int, name: String) {
        (self.id, self.name) = (id, name)
    }
}
