import CairnGeo
public import Foundation

/// Graphics above a map, as a model: nothing here draws them.
open class AGSGraphicsOverlay: NSObject {
    /// What it is called.
    public var overlayID = ""
    /// The graphics, ``AGSGraphic``, the lowest first.
    public let graphics = NSMutableArray()
    /// How graphics without a symbol of their own are drawn.
    public var renderer: AGSRenderer?
    /// Whether it is drawn.
    public var isVisible = true
    /// How little shines through, 0…1.
    public var opacity: Float = 1
    /// From which scale on, as the number under 1, it is drawn; 0 for any.
    public var minScale = 0.0
    /// To which scale, as the number under 1, it is drawn; 0 for any.
    public var maxScale = 0.0
    /// Whether labels are drawn.
    public var labelsEnabled = false

    /// An overlay without graphics.
    public override init() { super.init() }

    /// Those that are selected.
    public var selectedGraphics: [AGSGraphic] { graphics.compactMap { $0 as? AGSGraphic }.filter(\.isSelected) }
    /// The smallest rectangle around all graphics, in the coordinates of the first, as far as those of the others can be told in them; empty if
    /// none has a place.
    public var extent: AGSEnvelope {
        let places = graphics.compactMap { ($0 as? AGSGraphic)?.geometry }.filter { !$0.isEmpty }
        let boxes = places.map(\.extent.box)
        guard let first = boxes.first else { return .empty(nil) }
        let all = boxes.dropFirst().reduce(first) { all, box in
            guard let target = all.spatialReference, let own = box.spatialReference, own != target else { return all.union(box) }
            return (try? box.projected(to: target)).map(all.union) ?? all
        }
        return AGSEnvelope(all)
    }

    /// Selects graphics, besides those that are.
    public func selectGraphics(_ graphics: [AGSGraphic]) {
        for graphic in graphics { graphic.isSelected = true }
    }
    /// Selects a graphic, besides those that are.
    public func select(_ graphic: AGSGraphic) { selectGraphics([graphic]) }
    /// Selects graphics, besides those that are.
    public func select(_ graphics: [AGSGraphic]) { selectGraphics(graphics) }
    /// Takes a graphic out of what is selected.
    public func unselect(_ graphic: AGSGraphic) { unselectGraphics([graphic]) }
    /// Takes graphics out of what is selected.
    public func unselect(_ graphics: [AGSGraphic]) { unselectGraphics(graphics) }
    /// Takes graphics out of what is selected.
    public func unselectGraphics(_ graphics: [AGSGraphic]) {
        for graphic in graphics { graphic.isSelected = false }
    }
    /// Selects none.
    public func clearSelection() { unselectGraphics(selectedGraphics) }
}
