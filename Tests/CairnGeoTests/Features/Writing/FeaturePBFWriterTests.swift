import CairnCore
@testable import CairnGeo
import CairnTesting
import Testing

struct FeaturePBFWriterTests {
    @Test(arguments: [
        (SpatialReference.wgs84, 1e13, 180.0), (.webMercator, 1e8, 20_037_508.0), (SpatialReference(wkid: 4269), 1e13, 180),
    ])
    func `coordinates with no more decimals than are kept come back the same`(
        reference: SpatialReference, perUnit: Double, bound: Double
    ) throws {
        var random = SeededGenerator(seed: 3)
        let points = (0..<rounds(500, long: 100_000)).map { _ in
            // With any number of decimals up to the greatest.
            let power = [1, 10, 1000, 1e6, perUnit].randomElement(using: &random)!
            func number() -> Double { (Double.random(in: -bound...bound, using: &random) * power).rounded() / power }
            return MapPoint(x: number(), y: number(), spatialReference: reference)
        }
        let set = FeatureSet(fields: [Field("ID", type: .objectID)], spatialReference: reference)
        var writer = FeaturePBFWriter(set, objectID: "ID", geometryType: GeometryType.point.rawValue)
        for point in points { try writer.append(Feature(geometry: .point(point))) }
        writer.finish(exceededTransferLimit: false)
        let features = try FeaturePBFReader().set(of: writer.take()).features
        #expect(features.map(\.geometry) == points.map { .point($0) })
    }
}
