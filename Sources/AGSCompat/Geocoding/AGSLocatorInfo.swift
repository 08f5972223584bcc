import CairnGeo
import CairnTasks
public import Foundation

/// What a locator can do.
public final class AGSLocatorInfo: NSObject {
    private let value: LocatorInfo

    init(_ value: LocatorInfo) {
        self.value = value
    }

    /// The name.
    public var name: String { value.name }
    /// What it says of itself.
    public var locatorDescription: String { value.description }
    /// The version.
    public var version: String { value.version }
    /// Whether it suggests.
    public var supportsSuggestions: Bool { value.supportsSuggestions }
}
