import CairnCore
package import CairnGeo
import Foundation

/// The area that limits answers, in the file's coordinates: a box, or two where it crosses the date line.
package struct LocatorArea {
    let boxes: [GeoBox]

    /// An area in degrees. Where it crosses the date line its longitudes go on beyond 180 degrees, or its west is east of its east; one of no
    /// numbers holds nothing.
    package init(_ envelope: Envelope) {
        let (south, north) = (envelope.yMin, envelope.yMax)
        let width = envelope.xMax - envelope.xMin
        guard width.isFinite, south <= north else {
            boxes = []
            return
        }
        let west = remainder(envelope.xMin, 360)
        let east = west + (width < 0 ? width + 360 : width)
        if width >= 360 {
            boxes = [Self.box(-180, south, 180, north)]
        } else if east <= 180 {
            boxes = [Self.box(west, south, east, north)]
        } else {
            boxes = [Self.box(west, south, 180, north), Self.box(-180, south, east - 360, north)]
        }
    }

    /// What is no more than so many steps from a box.
    init(around box: GeoBox, _ reach: Int) {
        func degrees(_ side: Int32, _ reach: Int) -> Double { Double(Int(side) + reach) / 1e7 }
        self.init(
            Envelope(
                xMin: degrees(box.xMin, -reach), yMin: degrees(box.yMin, -reach), xMax: degrees(box.xMax, reach),
                yMax: degrees(box.yMax, reach)))
    }

    func intersects(_ box: GeoBox) -> Bool { boxes.contains { $0.intersects(box) } }

    func contains(_ place: Position) -> Bool { intersects(GeoBox(x: Fixed.from(place.x), y: Fixed.from(place.y))) }

    private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> GeoBox {
        GeoBox(xMin: Fixed.from(west), yMin: Fixed.from(south), xMax: Fixed.from(east), yMax: Fixed.from(north))
    }
}
