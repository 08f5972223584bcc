import CairnGeo
public import Foundation

/// What became of an edit.
public class AGSEditResult: NSObject {
    private let value: FeatureEditResult
    /// What was to be done.
    public let editOperation: AGSEditOperation

    init(_ value: FeatureEditResult, _ operation: AGSEditOperation) {
        (self.value, editOperation) = (value, operation)
    }

    /// Whether it, or something that goes with it, was refused.
    public var completedWithErrors: Bool { !value.isSuccess }
    /// Why it was refused.
    public var error: (any Error)? { value.error.map(AGSError.legacy) }
    /// The object id, or the id of the attachment; -1 if it is not known.
    public var objectID: Int { value.objectID ?? -1 }
    /// The global id; empty if there is none.
    public var globalID: String { value.globalID ?? "" }
}
