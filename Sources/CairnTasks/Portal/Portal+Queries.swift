import CairnCore

extension Portal {
    /// Finds items.
    ///
    /// ```swift
    /// var next: PortalQueryParameters? = .items(ofType: .webMap)
    /// while let parameters = next {
    ///     let page = try await portal.findItems(using: parameters)
    ///     print(page.results.map(\.id))
    ///     next = page.nextQueryParameters
    /// }
    /// ```
    @concurrent
    public func findItems(using parameters: PortalQueryParameters) async throws -> PortalQueryResultSet<PortalItem> {
        let answer = try await ask("search", parameters.fields())
        return try PortalQueryResultSet(answer, parameters) { PortalItem(portal: self, info: try PortalItemInfo($0)) }
    }

    /// Finds groups.
    @concurrent
    public func findGroups(using parameters: PortalQueryParameters) async throws -> PortalQueryResultSet<PortalGroup> {
        try PortalQueryResultSet(try await ask("community/groups", parameters.fields()), parameters) { try PortalGroup($0) }
    }

    /// The basemaps that the portal offers: web maps whose basemap is meant. Those of vector tiles if the portal uses these.
    ///
    /// - Returns: No more than the first 100; none if the portal offers none.
    @concurrent
    public func basemapItems() async throws -> [PortalItem] {
        try await load()
        guard let info else { return [] }
        let isVector = info.usesVectorBasemaps && !info.vectorBasemapGalleryGroupQuery.isEmpty
        return try await items(ofGroup: isVector ? info.vectorBasemapGalleryGroupQuery : info.basemapGalleryGroupQuery)
    }

    /// The items of the group that a question finds, such as those that ``PortalInfo`` has.
    ///
    /// - Returns: No more than the first 100; none if there is no such group, or no question.
    @concurrent
    public func items(ofGroup query: String) async throws -> [PortalItem] {
        if query.allSatisfy(\.isWhitespace) { return [] }
        guard let group = try await findGroups(using: PortalQueryParameters(query: query, limit: 1)).results.first else {
            return []
        }
        var parameters = PortalQueryParameters.items(inGroup: group.id)
        parameters.limit = 100
        return try await findItems(using: parameters).results
    }
}
