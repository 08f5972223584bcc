import CairnCallbacks
public import Foundation

/// Tables of the program's own that belong together.
public final class AGSFeatureCollection: NSObject, AGSLoadable {
    /// The tables, ``AGSFeatureCollectionTable``.
    public let tables: NSMutableArray

    /// A collection without tables.
    public override convenience init() { self.init(featureCollectionTables: []) }

    /// Tables that belong together.
    public init(featureCollectionTables: [AGSFeatureCollectionTable]) {
        tables = NSMutableArray(array: featureCollectionTables)
    }

    /// It is here from the beginning.
    public var loadStatus: AGSLoadStatus { .loaded }
    /// Nil: it is here from the beginning.
    public var loadError: (any Error)? { nil }
    /// Calls `completion` on the main queue: it is here from the beginning.
    public func load(completion: (((any Error)?) -> Void)?) { Callback(on: .main, completion).callLater(nil) }
    /// Calls `completion` on the main queue: it is here from the beginning.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { load(completion: completion) }
    /// Does nothing: it is here from the beginning.
    public func cancelLoad() {}
}
