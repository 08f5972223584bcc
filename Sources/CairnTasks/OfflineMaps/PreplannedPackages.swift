import CairnCore
import Foundation

/// Which packages of an area are used for which services: those of open formats, that say what service they were made of (`url`).
struct PreplannedPackages {
    private let items: [URL: PortalItemInfo]

    /// - Parameter isSynced: Whether features are to be brought in step with their services: then they come from these.
    init(_ items: [PortalItem], isSynced: Bool) {
        let usable = items.compactMap(\.info).filter { info in Self.kind(of: info).map { $0 != .features || !isSynced } ?? false }
        self.items = Dictionary(usable.compactMap { info in info.url.map { ($0, info) } }) { first, _ in first }
    }

    private static func kind(of info: PortalItemInfo) -> OfflineLayerSource.Kind? {
        switch info.type.rawValue.lowercased() {
        case "geopackage": .features
        case "compact tile package": .images
        case "vector tile package": .vectors
        default: nil
        }
    }

    /// How the contents of a service come; nil if the area has no package of it.
    func work(for source: OfflineLayerSource) -> OfflineMapPart.Work? {
        guard let info = items.first(where: { $0.key.isSameService(as: source.service) })?.value,
            Self.kind(of: info) == source.kind
        else {
            return nil
        }
        return .item(id: info.id, kind: source.kind)
    }

    /// Which packages a plan has, by the ids of their items.
    func used(in plan: OfflineMapPlan) -> [String: MobileMapPackageManifest.Preplanned.Package] {
        let versions = Dictionary(items.values.map { ($0.id, $0.version) }) { first, _ in first }
        let used = plan.parts.compactMap { part -> (String, MobileMapPackageManifest.Preplanned.Package)? in
            guard case .item(let id, _) = part.work else { return nil }
            return (id, .init(version: versions[id] ?? 0, path: part.path))
        }
        return Dictionary(used) { first, _ in first }
    }
}

extension PortalItemInfo {
    /// When it was changed last, in milliseconds since 1970; 0 if its portal does not say.
    var version: Int { modified.flatMap { Int(rounding: $0.timeIntervalSince1970 * 1000) } ?? 0 }
}
