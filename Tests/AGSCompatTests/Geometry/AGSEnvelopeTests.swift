import AGSCompat
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AGSEnvelopeTests {
    private func sides(_ envelope: AGSEnvelope) -> [Double] { [envelope.xMin, envelope.yMin, envelope.xMax, envelope.yMax] }

    @Test func `sides that are the wrong way round are turned`() {
        let envelope = AGSEnvelope(xMin: 4, yMin: 3, xMax: 1, yMax: -2, spatialReference: .wgs84())
        #expect(sides(envelope) == [1, -2, 4, 3] && envelope.spatialReference?.wkid == 4326)
        #expect(sides(AGSEnvelope(xMin: 1, yMin: -2, xMax: 4, yMax: 3, spatialReference: nil)) == [1, -2, 4, 3])
        let endless = AGSEnvelope(xMin: .infinity, yMin: 0, xMax: -.infinity, yMax: 0, spatialReference: nil)
        #expect(sides(endless) == [-.infinity, 0, .infinity, 0])
    }

    @Test func `what is no number stays where it is`() {
        let (left, right) = (
            AGSEnvelope(xMin: .nan, yMin: 2, xMax: 1, yMax: 1, spatialReference: nil),
            AGSEnvelope(xMin: 1, yMin: .nan, xMax: .nan, yMax: .nan, spatialReference: nil)
        )
        #expect(left.xMin.isNaN && left.xMax == 1 && left.yMin == 1 && left.yMax == 2)
        #expect(right.xMin == 1 && right.xMax.isNaN && right.yMin.isNaN && right.yMax.isNaN)
    }

    /// As in the samples that take what a view shows: screens count downwards.
    @Test func `two corners of a screen make the rectangle between them`() {
        let minPoint = AGSPoint(x: -900, y: 900, spatialReference: .webMercator())
        let maxPoint = AGSPoint(x: 900, y: -900, z: 5, spatialReference: .webMercator())
        let extent = AGSEnvelope(min: minPoint, max: maxPoint)
        #expect(sides(extent) == [-900, -900, 900, 900] && extent.spatialReference?.wkid == 102100)
        let other = AGSEnvelope(min: AGSPoint(x: 1, y: 1, spatialReference: nil), max: maxPoint)
        #expect(other.spatialReference?.wkid == 102100)
    }
}
