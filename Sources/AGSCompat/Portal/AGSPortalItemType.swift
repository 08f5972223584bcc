import CairnTasks

/// What an item is. What a newer portal has beyond these is ``unknown``; ``AGSPortalItem/typeName`` tells.
public enum AGSPortalItemType: Int, Sendable, CaseIterable {
    /// Something else.
    case unknown
    /// `Web Map`.
    case webMap
    /// `Web Scene`.
    case webScene
    /// `Map Area`.
    case mapArea
    /// `Feature Service`.
    case featureService
    /// `Feature Collection`.
    case featureCollection
    /// `Feature Collection Template`.
    case featureCollectionTemplate
    /// `Map Service`.
    case mapService
    /// `Image Service`.
    case imageService
    /// `Image Collection`.
    case imageCollection
    /// `Vector Tile Service`.
    case vectorTileService
    /// `Scene Service`.
    case sceneService
    /// `Geocoding Service`.
    case geocodingService
    /// `Geodata Service`.
    case geodataService
    /// `Geometry Service`.
    case geometryService
    /// `Geoprocessing Service`.
    case geoprocessingService
    /// `Network Analysis Service`.
    case networkAnalysisService
    /// `Relational Database Connection`.
    case relationalDatabaseConnection
    /// `Stream Service`.
    case streamService
    /// `Workflow Manager Service`.
    case workflowManagerService
    /// `WMS`.
    case WMS
    /// `WFS`.
    case WFS
    /// `WMTS`.
    case WMTS
    /// `KML`.
    case KML
    /// `Mobile Map Package`.
    case mobileMapPackage
    /// `Mobile Scene Package`.
    case mobileScenePackage
    /// `Mobile Basemap Package`.
    case mobileBasemapPackage
    /// `Tile Package`.
    case tilePackage
    /// `Compact Tile Package`.
    case compactTilePackage
    /// `Vector Tile Package`.
    case vectorTilePackage
    /// `Scene Layer Package`.
    case scenePackage
    /// `Map Package`.
    case mapPackage
    /// `Layer Package`.
    case layerPackage
    /// `Layer`.
    case layer
    /// `Layer Template`.
    case layerTemplate
    /// `Locator Package`.
    case locatorPackage
    /// `Geoprocessing Package`.
    case geoprocessingPackage
    /// `Rule Package`.
    case rulePackage
    /// `Project Package`.
    case projectPackage
    /// `Project Template`.
    case projectTemplate
    /// `Map Template`.
    case mapTemplate
    /// `Map Document`.
    case mapDocument
    /// `Pro Map`.
    case proMap
    /// `SQLite Geodatabase`.
    case SQLiteGeodatabase
    /// `File Geodatabase`.
    case fileGeodatabase
    /// `CSV`.
    case CSV
    /// `CSV Collection`.
    case CSVCollection
    /// `GeoJson`.
    case geoJson
    /// `Shapefile`.
    case shapefile
    /// `CAD Drawing`.
    case cadDrawing
    /// `Image`.
    case image
    /// `PDF`.
    case PDF
    /// `Document Link`.
    case documentLink
    /// `Microsoft Word`.
    case microsoftWord
    /// `Microsoft Excel`.
    case microsoftExcel
    /// `Microsoft Powerpoint`.
    case microsoftPowerpoint
    /// `Visio Document`.
    case visioDocument
    /// `Report Template`.
    case reportTemplate
    /// `Dashboard`.
    case dashboard
    /// `Operation View`.
    case operationView
    /// `Operations Dashboard Add In`.
    case operationsDashboardAddin
    /// `Web Mapping Application`.
    case webMappingApplication
    /// `Mobile Application`.
    case mobileApplication
    /// `Native Application`.
    case nativeApplication
    /// `Desktop Application`.
    case desktopApplication
    /// `Code Attachment`.
    case codeAttachment
    /// `Code Sample`.
    case codeSample
    /// `Form`.
    case form
    /// `Insights Model`.
    case insightsModel
    /// `Insights Page`.
    case insightsPage
    /// `Insights Theme`.
    case insightsTheme
    /// `Insights Workbook`.
    case insightsWorkbook
    /// `Hub Initiative`.
    case hubInitiative
    /// `Hub Page`.
    case hubPage
    /// `Hub Site Application`.
    case hubSiteApplication
    /// `Statistical Data Collection`.
    case statisticalDataCollection
    /// `StoryMap`.
    case storyMap
    /// `Style`.
    case style
    /// `Color Set`.
    case colorSet
    /// `Symbol Set`.
    case symbolSet
    /// `Survey123 Add In`.
    case survey123AddIn
    /// `Workforce Project`.
    case workforceProject

    /// The portal's name for it; nil for something else.
    var value: PortalItemType? {
        self == .unknown ? nil : PortalItemType(rawValue: Self.names[rawValue])
    }

    init(_ type: PortalItemType) {
        let name = type.rawValue.lowercased()
        let index = Self.names.firstIndex { !$0.isEmpty && $0.lowercased() == name }
        self = index.flatMap(AGSPortalItemType.init(rawValue:)) ?? .unknown
    }

    /// In the order of the cases.
    private static let names = [
        "", "Web Map", "Web Scene", "Map Area", "Feature Service", "Feature Collection", "Feature Collection Template",
        "Map Service", "Image Service", "Image Collection", "Vector Tile Service", "Scene Service", "Geocoding Service",
        "Geodata Service", "Geometry Service", "Geoprocessing Service", "Network Analysis Service",
        "Relational Database Connection", "Stream Service", "Workflow Manager Service", "WMS", "WFS", "WMTS", "KML",
        "Mobile Map Package", "Mobile Scene Package", "Mobile Basemap Package", "Tile Package", "Compact Tile Package",
        "Vector Tile Package", "Scene Layer Package", "Map Package", "Layer Package", "Layer", "Layer Template",
        "Locator Package", "Geoprocessing Package", "Rule Package", "Project Package", "Project Template", "Map Template",
        "Map Document", "Pro Map", "SQLite Geodatabase", "File Geodatabase", "CSV", "CSV Collection", "GeoJson",
        "Shapefile", "CAD Drawing", "Image", "PDF", "Document Link", "Microsoft Word", "Microsoft Excel",
        "Microsoft Powerpoint", "Visio Document", "Report Template", "Dashboard", "Operation View",
        "Operations Dashboard Add In", "Web Mapping Application", "Mobile Application", "Native Application",
        "Desktop Application", "Code Attachment", "Code Sample", "Form", "Insights Model", "Insights Page",
        "Insights Theme", "Insights Workbook", "Hub Initiative", "Hub Page", "Hub Site Application",
        "Statistical Data Collection", "StoryMap", "Style", "Color Set", "Symbol Set", "Survey123 Add In",
        "Workforce Project",
    ]
}
