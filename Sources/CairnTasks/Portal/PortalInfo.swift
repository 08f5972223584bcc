public import CairnCore
public import CairnGeo
public import Foundation

/// What a portal, or an organization in it, says of itself to who asks.
///
/// It is encoded as the portal's own JSON.
public struct PortalInfo: Sendable, Hashable {
    /// The organization's id; empty for who belongs to none.
    public let id: String
    /// The organization's name.
    public let name: String
    /// The portal's name, such as `ArcGIS Online`.
    public let portalName: String
    /// The portal's host, such as `www.arcgis.com`.
    public let portalHostname: String
    /// The organization's part of its host name; empty if it has none.
    public let urlKey: String
    /// The rest of that host name, such as `maps.arcgis.com`.
    public let customBaseURL: String
    /// Whether this is a portal of somebody's own, and not ArcGIS Online.
    public let isPortal: Bool
    /// Whether users can sign in by OAuth.
    public let supportsOAuth: Bool
    /// Whether everything must go over HTTPS.
    public let isSSLOnly: Bool
    /// Whether who asks may find what others than the organization have made public.
    public let canSearchPublic: Bool
    /// The units that people here measure in, such as `metric` or `english`.
    public let units: String
    /// The language and country that people here have, such as `en` or `de-CH`.
    public let culture: String
    /// What maps show at first; nil if the portal does not say, or says no place.
    public let defaultExtent: Envelope?
    /// Finds the group whose maps are offered as basemaps; see ``Portal/findGroups(using:)``.
    public let basemapGalleryGroupQuery: String
    /// The same of basemaps of vector tiles.
    public let vectorBasemapGalleryGroupQuery: String
    /// Whether those are to be offered.
    public let usesVectorBasemaps: Bool
    /// Finds the group whose items are featured.
    public let featuredItemsGroupQuery: String
    /// What the portal's users are offered, by the names of services, such as `geocode`, `route` and `geometry`.
    public let helperServices: [String: JSONValue]
    /// All of it as the portal has sent it.
    public let json: JSONValue

    /// The basemap that maps have at first; nil if the portal does not say.
    public var defaultBasemap: Basemap? { Basemap(json["defaultBasemap"]) }
    /// The same of vector tiles.
    public var defaultVectorBasemap: Basemap? { Basemap(json["defaultVectorBasemap"]) }

    /// The addresses of the portal's locators.
    public var geocodeServiceURLs: [URL] { helperServices["geocode"]?.array?.compactMap { $0["url"]?.lenientURL } ?? [] }

    /// The address of a service by its name in ``helperServices``, such as `route`; nil if there is none.
    public func helperServiceURL(_ name: String) -> URL? { helperServices[name]?["url"]?.lenientURL }

    /// - Throws: ``TransportError`` if it is nothing that a portal says of itself.
    package init(_ answer: AnswerPart) throws {
        let known = ["id", "name", "portalName", "portalHostname", "isPortal", "helperServices", "urlKey"]
        guard try known.contains(where: { try answer.optional($0) != nil }) else {
            throw answer.refusal("is not what a portal says of itself")
        }
        let members = PortalMembers(answer.json)
        json = answer.json
        (id, name, portalName) = (members.text("id"), members.text("name"), members.text("portalName"))
        (portalHostname, urlKey) = (members.text("portalHostname"), members.text("urlKey"))
        customBaseURL = members.text("customBaseUrl")
        (isPortal, supportsOAuth) = (members.flag("isPortal") ?? false, members.flag("supportsOAuth") ?? false)
        (isSSLOnly, canSearchPublic) = (members.flag("allSSL") ?? false, members.flag("canSearchPublic") ?? true)
        (units, culture) = (members.text("units"), members.text("culture"))
        let box = json["defaultExtent"].flatMap { try? Envelope(esriJSON: $0) }
        defaultExtent = box.flatMap { [$0.xMin, $0.yMin, $0.xMax, $0.yMax].allSatisfy(\.isFinite) ? $0 : nil }
        basemapGalleryGroupQuery = members.text("basemapGalleryGroupQuery")
        vectorBasemapGalleryGroupQuery = members.text("vectorBasemapGalleryGroupQuery")
        usesVectorBasemaps = members.flag("useVectorBasemaps") ?? false
        featuredItemsGroupQuery = members.text("featuredItemsGroupQuery")
        helperServices = json["helperServices"]?.object ?? [:]
    }
}

extension PortalInfo: Codable {
    /// Reads a portal's JSON.
    ///
    /// - Throws: ``TransportError`` if it is nothing that a portal says of itself; what the decoder throws.
    public init(from decoder: any Decoder) throws {
        try self.init(AnswerPart(JSONValue(from: decoder), of: Portal.arcGISOnlineURL))
    }

    /// Writes the portal's JSON.
    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}
