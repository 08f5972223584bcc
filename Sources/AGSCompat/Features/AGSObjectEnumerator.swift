public import Foundation

/// Goes through objects, once.
public class AGSObjectEnumerator<Element>: NSObject, Sequence, IteratorProtocol {
    private var rest: ArraySlice<Element>

    init(_ objects: [Element]) {
        rest = objects[...]
    }

    /// Whether one is left.
    public func hasNextObject() -> Bool { !rest.isEmpty }
    /// The next; nil behind the last.
    public func nextObject() -> Element? { rest.popFirst() }
    /// The next; nil behind the last.
    public func next() -> Element? { nextObject() }

    /// Those that are left.
    public var allObjects: [Element] {
        defer { rest = [] }
        return Array(rest)
    }
}

/// Goes through features, once.
public typealias AGSFeatureEnumerator = AGSObjectEnumerator<AGSFeature>
/// Goes through the records of statistics, once.
public typealias AGSStatisticRecordEnumerator = AGSObjectEnumerator<AGSStatisticRecord>
