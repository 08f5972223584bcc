import CairnCore
import CairnTasks
import Foundation

extension AGSPortal {
    /// The basemaps that the portal offers.
    @discardableResult
    public func fetchBasemaps(completion: @escaping ([AGSBasemap]?, (any Error)?) -> Void) -> any AGSCancelable {
        basemaps({ $0.basemapGalleryGroupQuery }, completion)
    }

    /// The basemaps of vector tiles that the portal offers.
    @discardableResult
    public func fetchVectorBasemaps(completion: @escaping ([AGSBasemap]?, (any Error)?) -> Void) -> any AGSCancelable {
        basemaps({ $0.vectorBasemapGalleryGroupQuery }, completion)
    }

    /// The basemaps that the portal offers to developers with API keys.
    @discardableResult
    public func fetchDeveloperBasemaps(completion: @escaping ([AGSBasemap]?, (any Error)?) -> Void) -> any AGSCancelable {
        basemaps({ $0.query("developerBasemapGalleryGroupQuery") }, completion)
    }

    /// The items that the portal features.
    @discardableResult
    public func fetchFeaturedItems(completion: @escaping ([AGSPortalItem]?, (any Error)?) -> Void) -> any AGSCancelable {
        items({ $0.featuredItemsGroupQuery }, completion)
    }

    /// The items that the portal shows on its home page.
    @discardableResult
    public func fetchHomePageFeaturedContent(
        completion: @escaping ([AGSPortalItem]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        items({ $0.query("homePageFeaturedContent") }, completion)
    }

    /// The styles of symbols that the portal offers.
    @discardableResult
    public func fetchStyles(completion: @escaping ([AGSPortalItem]?, (any Error)?) -> Void) -> any AGSCancelable {
        items({ $0.query("stylesGroupQuery") }, completion)
    }

    /// The sets of symbols that the portal offers.
    @discardableResult
    public func fetchSymbolSets(completion: @escaping ([AGSPortalItem]?, (any Error)?) -> Void) -> any AGSCancelable {
        items({ $0.query("symbolSetsGroupQuery") }, completion)
    }

    /// The groups that the portal features.
    @discardableResult
    public func fetchFeaturedGroups(completion: @escaping ([AGSPortalGroup]?, (any Error)?) -> Void) -> any AGSCancelable {
        let portal = portal
        return OperationCancelable({ () async throws -> [PortalGroup] in
            try await portal.load()
            let titles = portal.info?.featuredGroups ?? []
            let terms = titles.map { "(" + PortalQueryParameters.groups(owner: $0.owner, title: $0.title).query + ")" }
            if terms.isEmpty { return [] }
            let parameters = PortalQueryParameters(query: terms.joined(separator: " OR "), limit: 100)
            return try await portal.findGroups(using: parameters).results
        }) { groups, error in
            completion(groups?.map { AGSPortalGroup($0, at: self) }, error)
        }
    }

    /// What the portal has licensed to its users.
    @discardableResult
    public func fetchLicenseInfo(completion: @escaping (AGSLicenseInfo?, (any Error)?) -> Void) -> any AGSCancelable {
        let portal = portal
        return OperationCancelable({ () async throws -> AGSLicenseInfo in
            try await portal.load()
            guard let json = portal.info?.json["licenseInfo"], !json.isNull else {
                throw AGSError.runtime(.commonNoData, "\(portal.url.absoluteString) tells nothing of licenses to who asks.")
            }
            return AGSLicenseInfo(json)
        }) { info, error in
            completion(info, error)
        }
    }

    private func items(
        _ query: @escaping @Sendable (PortalInfo) -> String, _ completion: @escaping ([AGSPortalItem]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let portal = portal
        return OperationCancelable({ () async throws -> [PortalItem] in
            try await portal.load()
            return try await portal.items(ofGroup: portal.info.map(query) ?? "")
        }) { items, error in
            completion(items?.map { AGSPortalItem($0, at: self) }, error)
        }
    }

    private func basemaps(
        _ query: @escaping @Sendable (PortalInfo) -> String, _ completion: @escaping ([AGSBasemap]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        items(query) { items, error in completion(items?.map { AGSBasemap(item: $0) }, error) }
    }
}

extension PortalInfo {
    fileprivate func query(_ name: String) -> String { json[name]?.string ?? "" }

    /// By their owners and names.
    fileprivate var featuredGroups: [(owner: String?, title: String?)] {
        json["featuredGroups"]?.array?.map { ($0["owner"]?.string, $0["title"]?.string) }.filter { $0.1 != nil } ?? []
    }
}
