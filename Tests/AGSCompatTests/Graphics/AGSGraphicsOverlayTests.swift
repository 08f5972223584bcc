import AGSCompat
import Foundation
import Testing

struct AGSGraphicsOverlayTests {
    /// As apps make them.
    private final class WaypointGraphic: AGSGraphic {
        let number: Int

        override init() {
            number = 1
            super.init()
        }
        override init(geometry: AGSGeometry?, symbol: AGSSymbol?, attributes: [String: Any]?) {
            number = 2
            super.init(geometry: geometry, symbol: symbol, attributes: attributes)
        }
    }

    @Test func `a subclass of a graphic is made by either of the ways to make one`() {
        let empty = WaypointGraphic()
        #expect(empty.number == 1 && empty.geometry == nil && empty.symbol == nil && empty.attributes.count == 0)
        empty.attributes["name"] = "Camp"
        #expect(empty.attributes["name"] as? String == "Camp" && empty.isVisible && !empty.isSelected)
        let placed = WaypointGraphic(geometry: AGSPointMakeWGS84(1, 2), symbol: nil, attributes: ["x": 1])
        #expect(placed.number == 2 && placed.geometry == AGSPointMakeWGS84(1, 2) && placed.attributes["x"] as? Int == 1)
    }

    private func graphic(_ x: Double, _ y: Double, _ reference: AGSSpatialReference? = .wgs84()) -> AGSGraphic {
        AGSGraphic(geometry: AGSPoint(x: x, y: y, spatialReference: reference), symbol: nil, attributes: ["x": x])
    }

    @Test func `graphics are selected, and taken out of what is`() {
        let overlay = AGSGraphicsOverlay()
        let graphics = (0..<4).map { graphic(Double($0), 0) }
        overlay.graphics.addObjects(from: graphics)
        overlay.selectGraphics([graphics[1], graphics[3]])
        #expect(overlay.selectedGraphics == [graphics[1], graphics[3]])
        overlay.unselectGraphics([graphics[1]])
        #expect(overlay.selectedGraphics == [graphics[3]] && graphics[3].isSelected)
        overlay.clearSelection()
        #expect(overlay.selectedGraphics.isEmpty && graphics.allSatisfy { !$0.isSelected && $0.isVisible })
        #expect(graphics[2].attributes["x"] as? Double == 2)
    }

    @Test func `the rectangle is around all places, in the coordinates of the first, and empty without any`() {
        let overlay = AGSGraphicsOverlay()
        let nothing = overlay.extent
        #expect(nothing.isEmpty && nothing.xMin.isNaN && nothing.spatialReference == nil)
        overlay.graphics.add(AGSGraphic())
        #expect(overlay.extent.isEmpty)
        #expect(AGSViewpoint(targetExtent: overlay.extent).targetGeometry.isEmpty)
        overlay.graphics.addObjects(from: [graphic(10, 20), graphic(-5, 30)])
        overlay.graphics.add(graphic(2_226_389.815865, 0, .webMercator()))
        let box = overlay.extent
        #expect(box.spatialReference == .wgs84() && (box.xMin, box.yMax) == (-5, 30))
        #expect(abs(box.xMax - 20) < 1e-6 && abs(box.yMin) < 1e-6)
    }

    @Test func `a renderer finds the symbol of an element`() {
        let (low, high, other) = (AGSSimpleMarkerSymbol(), AGSSimpleLineSymbol(), AGSSimpleFillSymbol())
        let element = AGSGraphic(geometry: nil, symbol: nil, attributes: ["rank": 3, "kind": "school"])
        #expect(AGSSimpleRenderer(symbol: low).symbol(for: element) === low)
        let kinds = AGSUniqueValueRenderer(
            fieldNames: ["kind", "rank"],
            uniqueValues: [
                AGSUniqueValue(description: "", label: "Hospitals", symbol: low, values: ["hospital", 3]),
                AGSUniqueValue(description: "", label: "Schools", symbol: high, values: ["school", 3.0]),
            ], defaultLabel: "Others", defaultSymbol: other)
        #expect(kinds.symbol(for: element) === high)
        element.attributes["rank"] = NSNull()
        #expect(kinds.symbol(for: element) === other)
        let ranks = AGSClassBreaksRenderer(
            fieldName: "rank",
            classBreaks: [
                AGSClassBreak(description: "", label: "low", minValue: 0, maxValue: 5, symbol: low),
                AGSClassBreak(description: "", label: "high", minValue: 5, maxValue: 9, symbol: high),
            ])
        #expect(ranks.symbol(for: element) == nil)
        for (rank, symbol) in [(0.0, low as AGSSymbol?), (5, low), (5.5, high), (9, high), (9.1, nil), (.nan, nil)] {
            element.attributes["rank"] = rank
            #expect(ranks.symbol(for: element) === symbol, "\(rank)")
        }
    }

    @Test func `symbols have what they are made with, and what is usual`() {
        let marker = AGSSimpleMarkerSymbol(style: .diamond, color: .red, size: 12)
        marker.outline = AGSSimpleLineSymbol(style: .solid, color: .blue, width: 2)
        marker.angle = 45
        #expect(marker.style.rawValue == 2 && marker.color == .red && marker.size == 12 && marker.outline?.width == 2)
        let fill = AGSSimpleFillSymbol(style: .solid, color: AGSColor.green.withAlphaComponent(0.5), outline: marker.outline)
        let text = AGSTextSymbol(
            text: "A", color: .black, size: 10, horizontalAlignment: .center, verticalAlignment: .middle)
        let picture = AGSPictureMarkerSymbol(url: URL(string: "http://local/a.png")!)
        #expect(picture.url != nil && picture.image == nil && text.haloWidth == 0 && fill.outline === marker.outline)
        let label = AGSTextSymbol()
        (label.text, label.fontWeight, label.fontStyle, label.fontDecoration) = ("B", .bold, .oblique, .underline)
        (label.outlineColor, label.isKerningEnabled, label.angleAlignment) = (.white, true, .map)
        #expect(
            label.size == 8 && label.color == .black && label.outlineWidth == 0 && label.text == "B" && text.fontWeight == .normal
        )
        #expect(AGSCompositeSymbol(symbols: [marker, text]).symbols.count == 2 && AGSCompositeSymbol().symbols.isEmpty)
        #expect(AGSSimpleMarkerSymbol().size == 8 && AGSSimpleFillSymbol().outline == nil)
        let way = AGSSimpleLineSymbol(style: .dash, color: .blue, width: 2, markerStyle: .arrow, markerPlacement: .beginAndEnd)
        #expect(way.markerStyle == .arrow && way.markerPlacement == .beginAndEnd && way.style == .dash && way.width == 2)
        (way.markerStyle, way.markerPlacement) = (.none, .begin)
        #expect(way.markerStyle == .none && way.markerPlacement != .end && AGSSimpleLineSymbol().markerStyle == .none)
    }

    @Test func `a renderer gets its symbol later`() {
        let renderer = AGSSimpleRenderer()
        #expect(renderer.symbol(for: AGSGraphic()) == nil)
        renderer.symbol = AGSSimpleLineSymbol()
        #expect(renderer.symbol(for: AGSGraphic()) === renderer.symbol)
    }
}
