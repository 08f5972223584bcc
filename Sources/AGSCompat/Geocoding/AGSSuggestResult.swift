import CairnGeo
public import CairnTasks
public import Foundation

/// One way to complete what was typed.
public final class AGSSuggestResult: NSObject {
    /// The new value, for code of Cairn.
    public let value: SuggestResult

    /// One of Cairn, for old callers.
    public init(_ value: SuggestResult) {
        self.value = value
    }

    /// The completed text.
    public var label: String { value.label }
    /// Whether it stands for several places.
    public var isCollection: Bool { value.isCollection }
}
