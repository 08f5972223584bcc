import CairnTasks

/// How two items belong together.
public enum AGSPortalItemRelationship: Int, Sendable {
    /// In no way that is known here.
    case unknown = -1
    /// From a web map to its areas that are made ready to be taken offline.
    case mapToArea = 0
    /// From such an area to the packages that were made of it.
    case areaToPackage = 1
    /// From such an area to packages that somebody has made.
    case areaToCustomPackage = 2
    /// From a map to a service that it uses.
    case mapToService = 3
    /// From a map to a feature collection that it uses.
    case mapToFeatureCollection = 4
    /// From a service to what it was published of.
    case serviceToData = 5
    /// From a service to a layer of it with a style of its own.
    case serviceToLayer = 6
    /// From a service to another that shows it.
    case serviceToService = 7
    /// From a survey to a service.
    case surveyToService = 8

    var value: PortalItemRelationship? {
        switch self {
        case .unknown: nil
        case .mapToArea: .mapToArea
        case .areaToPackage: .areaToPackage
        case .areaToCustomPackage: .areaToCustomPackage
        case .mapToService: .mapToService
        case .mapToFeatureCollection: .mapToFeatureCollection
        case .serviceToData: .serviceToData
        case .serviceToLayer: .serviceToLayer
        case .serviceToService: .serviceToService
        case .surveyToService: .surveyToService
        }
    }
}

/// Which of two related items an item is.
public enum AGSPortalItemRelationshipDirection: Int, Sendable {
    /// The relationship leads from the item to the related ones.
    case forward = 0
    /// It leads from them to the item.
    case reverse = 1

    var value: PortalItemRelationship.Direction { self == .forward ? .forward : .reverse }
}
