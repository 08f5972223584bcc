@_exported import Foundation

/// What Swift's ObjectiveC module and Foundation have on Apple platforms and not here, so that code that uses it can be type-checked.
public struct Selector: ExpressibleByStringLiteral, Hashable {
    public init(stringLiteral value: String) {}
    public init(_ string: String) {}
}

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

public enum NSKeyValueSetMutationKind: UInt {
    case union = 1
    case minus, intersect, set
}

extension NSObject {
    @objc open dynamic func perform(_ selector: Selector, with object: Any?) -> Unmanaged<AnyObject>! { nil }
    @objc open dynamic func value(forKey key: String) -> Any? { nil }
    // Operation has these two on Linux as well.
    @_disfavoredOverload @objc open dynamic func willChangeValue(forKey key: String) {}
    @_disfavoredOverload @objc open dynamic func didChangeValue(forKey key: String) {}
    @nonobjc public func willChangeValue(forKey key: String, withSetMutation kind: NSKeyValueSetMutationKind, using objects: Set<AnyHashable>) {}
    @nonobjc public func didChangeValue(forKey key: String, withSetMutation kind: NSKeyValueSetMutationKind, using objects: Set<AnyHashable>) {}
}
