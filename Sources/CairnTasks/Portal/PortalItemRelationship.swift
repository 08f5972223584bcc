/// How two items belong together, an open set: what a newer portal adds is kept as it is.
public struct PortalItemRelationship: RawRepresentable, Sendable, Hashable, Codable {
    /// Which of the two an item is.
    public enum Direction: String, Sendable, Hashable, Codable {
        /// The relationship leads from the item to the related ones.
        case forward
        /// It leads from them to the item.
        case reverse
    }

    /// The portal's name for it, such as `Map2Area`.
    public let rawValue: String

    /// The relationship of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// From a web map to its areas that are made ready to be taken offline.
    public static let mapToArea = PortalItemRelationship(rawValue: "Map2Area")
    /// From such an area to the packages that were made of it.
    public static let areaToPackage = PortalItemRelationship(rawValue: "Area2Package")
    /// From such an area to packages that somebody has made.
    public static let areaToCustomPackage = PortalItemRelationship(rawValue: "Area2CustomPackage")
    /// From a map to a service that it uses.
    public static let mapToService = PortalItemRelationship(rawValue: "Map2Service")
    /// From a map to a feature collection that it uses.
    public static let mapToFeatureCollection = PortalItemRelationship(rawValue: "Map2FeatureCollection")
    /// From a service to what it was published of.
    public static let serviceToData = PortalItemRelationship(rawValue: "Service2Data")
    /// From a service to a layer of it with a style of its own.
    public static let serviceToLayer = PortalItemRelationship(rawValue: "Service2Layer")
    /// From a service to another that shows it.
    public static let serviceToService = PortalItemRelationship(rawValue: "Service2Service")
    /// From a survey to a service.
    public static let surveyToService = PortalItemRelationship(rawValue: "Survey2Service")
}
