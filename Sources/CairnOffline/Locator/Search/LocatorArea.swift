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

    init(around box: GeoBox) {
        // About a hundred metres more.
        let more: Int32 = 10_000
        boxes = [
            GeoBox(
                xMin: max(box.xMin, .min + more) - more, yMin: max(box.yMin, .min + more) - more,
                xMax: min(box.xMax, .max - more) + more, yMax: min(box.yMax, .max - more) + more)
        ]
    }

    func intersects(_ box: GeoBox) -> Bool { boxes.contains { $0.intersects(box) } }

    func contains(_ place: Position) -> Bool { intersects(GeoBox(x: Fixed.from(place.x), y: Fixed.from(place.y))) }

    private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> GeoBox {
        GeoBox(xMin: Fixed.from(west), yMin: Fixed.from(south), xMax: Fixed.from(east), yMax: Fixed.from(north))
    }
}
