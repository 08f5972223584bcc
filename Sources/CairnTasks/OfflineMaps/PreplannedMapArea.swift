public import CairnCore
public import CairnGeo
import Foundation
import Synchronization

/// An area of a web map that whoever made the map has packaged for use offline.
///
/// ```swift
/// for area in try await OfflineMapTask(portalItem: item).preplannedMapAreas() {
///     try await area.load()
///     print(area.portalItem.info?.title ?? "", area.packagingStatus as Any)
/// }
/// ```
///
/// Loading throws what ``PortalItem`` throws, ``OfflineMapError/notAnArea(item:type:)`` for an item of another type, and
/// ``OfflineMapError/notPackaged(area:)`` if its portal has not packaged it, or could not.
public final class PreplannedMapArea: Loadable {
    /// How far a portal is with packaging an area, an open set.
    public struct PackagingStatus: RawRepresentable, Sendable, Hashable, Codable {
        /// The portal's word.
        public let rawValue: String

        /// The status of that word, in any case of letters.
        public init(rawValue: String) { self.rawValue = rawValue.lowercased() }

        /// It is being packaged.
        public static let processing = PackagingStatus(rawValue: "processing")
        /// It could not be packaged.
        public static let failed = PackagingStatus(rawValue: "failed")
        /// It is packaged.
        public static let complete = PackagingStatus(rawValue: "complete")
    }

    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// The item of the area.
    public let portalItem: PortalItem
    private let known = Mutex<Contents?>(nil)

    private struct Contents {
        let status: PackagingStatus?
        let area: Geometry?
        let items: [PortalItem]
    }

    /// An area by its item.
    public init(portalItem: PortalItem) { self.portalItem = portalItem }

    /// How far its portal is with it; nil until loaded, and if the portal does not say, as older ones.
    public var packagingStatus: PackagingStatus? { known.withLock { $0?.status } }
    /// The area; nil until loaded, and if the portal does not say.
    public var areaOfInterest: Geometry? { known.withLock { $0?.area } }
    /// The packages of the area; none until loaded.
    public var contentItems: [PortalItem] { known.withLock { $0?.items } ?? [] }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let info = try await portalItem.refresh()
        guard info.type == .mapArea else { throw OfflineMapError.notAnArea(item: info.title, type: info.type.rawValue) }
        let data = try await portalItem.json() ?? [:]
        let word = info.properties["status"]?.string ?? data["status"]?.string
        let status = word.map(PackagingStatus.init(rawValue:))
        guard status == nil || status == .complete else { throw OfflineMapError.notPackaged(area: info.title) }
        let items = try await portalItem.relatedItems(.areaToPackage)
        let area = Self.area(data) ?? info.extent.map(Geometry.envelope)
        known.withLock { $0 = Contents(status: status, area: area, items: items) }
    }

    /// Portals write it in the area's data, as a rectangle or a polygon.
    private static func area(_ data: JSONValue) -> Geometry? {
        let area = data["mapAreas"] ?? data["mapArea"] ?? data
        for name in ["geometry", "area", "extent"] {
            if let json = area[name], json.object != nil, let geometry = try? Geometry(esriJSON: json), geometry.extent != nil {
                return geometry
            }
        }
        return nil
    }
}
