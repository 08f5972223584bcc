import CairnCore
import CairnGeo
import CairnTasks
import Foundation

struct User: Sendable {
    var name: String
    var password: String
}

/// A field to type in, and what shows the suggestions.
struct TextField {
    var texts: AsyncStream<String>
}
struct List {
    func show(_ suggestions: [SuggestResult]) {}
}
struct Keychain: Sendable {
    func read() throws -> String { given() }
    func write(_ token: String) async {}
}
struct Connection: Sendable {
    func read(upTo count: Int) async throws -> Data? { given() }
}

var home: MapPoint { given() }
var work: MapPoint { given() }
var routeTask: RouteTask { given() }
var closestFacilityTask: ClosestFacilityTask { given() }
var serviceAreaTask: ServiceAreaTask { given() }
var costMatrixTask: CostMatrixTask { given() }
var facilityParameters: ClosestFacilityParameters { given() }
var areaParameters: ServiceAreaParameters { given() }
var matrixParameters: CostMatrixParameters { given() }
var hospitals: [MapPoint] { given() }
var url: URL { given() }
var service: URL { given() }
var serviceURL: URL { given() }
var server: URL { given() }
var tokenURL: URL { given() }
var addresses: URL { given() }
var result: URL { given() }
var town: URL { given() }
var depots: URL { given() }
var shops: URL { given() }
var networkServices: NetworkServices { given() }
var photo: URL { given() }
var output: FileHandle { given() }
var file: URL { given() }
var folder: URL { given() }
var basemap: MapLayer { given() }
var key: String { given() }
var id: String { given() }
var secret: String { given() }
var password: String { given() }
var store: FileJobStore { given() }
var services: GeocodingServices { given() }
var locator: LocatorTask { given() }
var table: ServiceFeatureTable { given() }
var access: ServiceAccess { given() }
var area: Envelope { given() }
var task: GeodatabaseSyncTask { given() }
var edits: FeatureEdits { given() }
var tool: GeoprocessingTask { given() }
var toolURL: URL { given() }
var layerURL: URL { given() }
var features: [Feature] { given() }
var parameters: GeoprocessingParameters { given() }
var outcome: GeoprocessingResult { given() }
var transport: any HTTPTransport { given() }
var portal: Portal { given() }
var item: PortalItem { given() }
var field: TextField { given() }
var list: List { given() }
var keychain: Keychain { given() }
var connection: Connection { given() }

func readBadge() async throws -> String { given() }
func askUser(for url: URL) async -> User? { given() }

#if !os(Linux)
    /// What is there on Linux alone.
    struct CurlTransport: HTTPTransport {
        init(certificateAuthorities: URL) {}
        @concurrent func stream(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) async throws
            -> HTTPResponseStream
        {
            given()
        }
    }
#endif
