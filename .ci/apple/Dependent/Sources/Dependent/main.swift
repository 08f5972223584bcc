import AGSCompat
import Cairn
import CairnLocalServer
import CairnTesting
import Foundation
import TSKCompat

// On a Mac its Foundation brings them.
#if canImport(AppleNames)
    import AppleNames
#endif

// Every public type of geometry and features, written as a type beside what Apple's Foundation brings.
func place(_ point: MapPoint, _ vertex: Position, _ reference: SpatialReference) -> Geometry { .point(point) }
func lines(_ line: Polyline, _ places: Multipoint, _ box: Envelope) -> Geometry { .polyline(line) }
func area(_ polygon: Geometry.Polygon) -> Geometry { .polygon(polygon) }
func rows(_ set: FeatureSet, _ feature: Feature, _ field: Field, _ type: FieldType, _ value: AttributeValue) -> Int { set.features.count }
func far(_ distance: Geodesic.Type, _ projection: WebMercator.Type) -> String { "\(distance) \(projection)" }

// And what else has a short name.
func run(_ job: any JobProtocol, _ status: JobStatus, _ step: StepID, _ level: Level<Int>, _ log: Log<Int>) -> Int { level.value }
func fetch(_ download: Download, _ request: HTTPRequest, _ gate: Gate, _ fault: Fault) -> URL { download.url }

let work = TSKWorkflow(name: "Work")
print(place(MapPoint(latitude: 1, longitude: 2), Position(x: 1, y: 2), .wgs84), work.description.isEmpty)
