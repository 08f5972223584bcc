import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation

/// An area of a web map that whoever made the map has packaged for use offline. Completions of `load` come on the main queue.
public final class AGSPreplannedMapArea: NSObject, AGSLoadable {
    /// The area that this one drives.
    public let area: PreplannedMapArea
    /// Its item.
    public let portalItem: AGSPortalItem!
    private let loading = LegacyLoading()

    init(_ area: PreplannedMapArea, _ item: AGSPortalItem) {
        (self.area, portalItem) = (area, item)
    }

    /// An area by its item.
    public convenience init(portalItem: AGSPortalItem) {
        self.init(PreplannedMapArea(portalItem: portalItem.item), portalItem)
    }

    /// The area; nil until loaded, and if the portal does not say.
    public var areaOfInterest: AGSGeometry? { area.areaOfInterest.map(AGSGeometry.make) }
    /// The packages of the area; none until loaded.
    public var contentItems: [AGSPortalItem] { area.contentItems.map { AGSPortalItem($0, at: portalItem.portal) } }

    /// Brings the packages of the area.
    @discardableResult
    public func getContentItems(completion: @escaping ([AGSPortalItem]?, (any Error)?) -> Void) -> any AGSCancelable {
        let area = area
        return OperationCancelable({ () async throws -> [PortalItem] in
            try await area.load()
            return area.contentItems
        }) { items, error in
            completion(items?.map { AGSPortalItem($0, at: self.portalItem.portal) }, error)
        }
    }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: area) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: area) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(area, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(area, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(area) }
}
