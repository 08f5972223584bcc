import CairnCore
import CairnTasks
public import Foundation

/// What a portal, or an organization in it, says of itself.
public final class AGSPortalInfo: NSObject, Sendable {
    /// The value that this one shows.
    let info: PortalInfo
    // Always the same ones, for they are loaded by themselves.
    private let (shownBasemap, shownVectorBasemap) = (ShownObject(), ShownObject())

    init(_ info: PortalInfo) {
        self.info = info
    }

    /// The organization's id.
    public var organizationID: String? { info.id.nonEmpty }
    /// The organization's name.
    public var organizationName: String? { info.name.nonEmpty }
    /// What the organization says of itself.
    public var organizationDescription: String? { info.json["description"]?.string?.nonEmpty }
    /// The organization's part of its host name.
    public var organizationSubdomain: String? { info.urlKey.nonEmpty }
    /// The rest of that host name.
    public var customBaseDomain: String? { info.customBaseURL.nonEmpty }
    /// The portal's name.
    public var portalName: String? { info.portalName.nonEmpty }
    /// Whether this is a portal of somebody's own.
    public var isPortal: Bool { info.isPortal }
    /// Whether everything must go over HTTPS.
    public var allSSL: Bool { info.isSSLOnly }
    /// Whether users can sign in by OAuth.
    public var supportsOAuth: Bool { info.supportsOAuth }
    /// Whether who asks may find what others have made public.
    public var canSearchPublic: Bool { info.canSearchPublic }
    /// What maps show at first.
    public var defaultExtent: AGSEnvelope? { info.defaultExtent.map(AGSEnvelope.init) }
    /// The basemap that maps have at first.
    public var defaultBasemap: AGSBasemap? { basemap(shownBasemap, info.defaultBasemap) }
    /// The same of vector tiles.
    public var defaultVectorBasemap: AGSBasemap? { basemap(shownVectorBasemap, info.defaultVectorBasemap) }

    private func basemap(_ shown: ShownObject, _ basemap: Basemap?) -> AGSBasemap? {
        shown.value { basemap.map { AGSBasemap($0, nil) } } as? AGSBasemap
    }

    /// Finds the group whose maps are offered as basemaps.
    public var basemapGalleryGroupQuery: String? { info.basemapGalleryGroupQuery.nonEmpty }
    /// The same of basemaps of vector tiles.
    public var vectorBasemapGalleryGroupQuery: String? { info.vectorBasemapGalleryGroupQuery.nonEmpty }
    /// Whether those are to be offered.
    public var useVectorBasemaps: Bool { info.usesVectorBasemaps }
    /// Finds the group whose items are featured.
    public var featuredItemsGroupQuery: String? { info.featuredItemsGroupQuery.nonEmpty }
    /// What the portal's users are offered.
    public var helperServices: AGSPortalHelperServices? { AGSPortalHelperServices(info) }
    /// When the organization was made.
    public var created: Date? { info.json["created"]?.date }
    /// When it was changed.
    public var modified: Date? { info.json["modified"]?.date }
}

/// The services that a portal's users are offered.
public final class AGSPortalHelperServices: NSObject, Sendable {
    private let info: PortalInfo

    init(_ info: PortalInfo) {
        self.info = info
    }

    /// Finds addresses.
    public var geocodeServiceURLs: [URL]? { info.geocodeServiceURLs }
    /// Finds routes.
    public var routeServiceURL: URL? { info.helperServiceURL("route") }
    /// Finds routes, as jobs.
    public var asyncRouteServiceURL: URL? { info.helperServiceURL("asyncRoute") }
    /// Finds what is nearest.
    public var closestFacilityServiceURL: URL? { info.helperServiceURL("closestFacility") }
    /// Finds what can be reached.
    public var serviceAreaServiceURL: URL? { info.helperServiceURL("serviceArea") }
    /// Reckons with geometries.
    public var geometryServiceURL: URL? { info.helperServiceURL("geometry") }
    /// Prints maps.
    public var printTaskURL: URL? { info.helperServiceURL("printTask") }
    /// Tells how high places are.
    public var elevationServiceURL: URL? { info.helperServiceURL("elevation") }
    /// Tells of traffic.
    public var trafficServiceURL: URL? { info.helperServiceURL("traffic") }
    /// Analyses features.
    public var analysisServiceURL: URL? { info.helperServiceURL("analysis") }
}

extension String {
    var nonEmpty: String? { isEmpty ? nil : self }
}
