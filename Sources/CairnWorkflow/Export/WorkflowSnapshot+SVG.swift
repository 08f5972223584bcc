import CairnCore

extension WorkflowSnapshot {
    /// The graph as a picture in SVG, steps from left to right in the colours of their states; what is within a subworkflow that has begun is
    /// drawn within its box. Needs nothing but a viewer, whose colour scheme it follows.
    ///
    /// A name that is too long for the picture is cut, and whole in the `<title>` that viewers show where one points.
    public func svg() -> String {
        let picture = SVGPicture(self)
        let title = PictureText(name, em: 16, isBold: true, limit: max(picture.size.width, 480))
        let (width, height) = (max(picture.size.width, title.width) + 40, picture.size.height + 64)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width.short)" height="\(height.short)" \
            viewBox="0 0 \(width.short) \(height.short)" font-family="Helvetica, Arial, sans-serif" font-size="13">
            <title>\(name.markupEscaped)</title>
            \(SVGStyle.element)
            <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">\
            <path class="cairn-arrow" d="M0 0L8 4L0 8z" fill="#6b7280"/></marker></defs>
            <rect class="cairn-paper" width="100%" height="100%" fill="#ffffff"/>
            <text class="cairn-title" x="20" y="28" font-size="16" font-weight="bold" fill="#111827">\(title.text.markupEscaped)</text>
            <g transform="translate(20 44)">
            \(picture.elements.joined(separator: "\n"))
            </g>
            </svg>

            """
    }
}

/// The elements of one graph, with the graphs within it.
private struct SVGPicture {
    private(set) var elements: [String] = []
    let size: GraphLayout.Size
    private static let header = 30.0

    init(_ snapshot: WorkflowSnapshot) {
        let inner = snapshot.steps.map { $0.subworkflow.map(SVGPicture.init) }
        let names = snapshot.steps.map { PictureText($0.name, em: 13, limit: 320) }
        let sizes = zip(names, inner).map { name, inner in
            // The name, what tells the state, and a margin.
            let width = 40 + name.width
            guard let inner else { return GraphLayout.Size(width: width, height: Self.header) }
            return GraphLayout.Size(width: max(width, inner.size.width + 24), height: Self.header + inner.size.height + 14)
        }
        let layout = GraphLayout(sizes: sizes, prerequisites: snapshot.steps.map { snapshot.prerequisitePlaces(of: $0) })
        size = layout.size
        for line in layout.lines { elements.append(Self.path(line.points)) }
        for (place, step) in snapshot.steps.enumerated() {
            elements += Self.box(step, names[place].text, at: layout.boxes[place], sizes[place], inner[place])
        }
    }

    /// A curve that leaves and arrives level.
    private static func path(_ points: [GraphLayout.Spot]) -> String {
        var path = "M\(points[0].x.short) \(points[0].y.short)"
        for (from, to) in zip(points, points.dropFirst()) {
            let middle = (from.x + to.x) / 2
            path += "C\(middle.short) \(from.y.short) \(middle.short) \(to.y.short) \(to.x.short) \(to.y.short)"
        }
        return
            "<path class=\"cairn-line\" d=\"\(path)\" fill=\"none\" stroke=\"#9ca3af\" stroke-width=\"1.3\" marker-end=\"url(#arrow)\"/>"
    }

    private static func box(
        _ step: StepSnapshot, _ name: String, at spot: GraphLayout.Spot, _ size: GraphLayout.Size, _ inner: SVGPicture?
    ) -> [String] {
        let colors = StepColors(step.state)
        let radius = step.kind == .gate ? 14 : 5
        var elements = [
            "<g class=\"cairn-\(step.state)\" transform=\"translate(\(spot.x.short) \(spot.y.short))\"><title>\(step.tooltip.markupEscaped)</title>",
            "<rect width=\"\(size.width.short)\" height=\"\(size.height.short)\" rx=\"\(radius)\" fill=\"\(colors.fill)\" "
                + "stroke=\"\(colors.stroke)\" stroke-width=\"1.5\"\(step.state == .pending ? " stroke-dasharray=\"4 3\"" : "")/>",
        ]
        if step.state == .executing, step.progress > 0 {
            let width = (size.width * min(1, step.progress)).short
            elements.append("<rect width=\"\(width)\" height=\"4\" y=\"\((header - 5).short)\" fill=\"\(colors.stroke)\"/>")
        }
        elements.append(
            "<text x=\"\((size.width / 2).short)\" y=\"19\" text-anchor=\"middle\" fill=\"\(colors.text)\">"
                + "\(step.state.symbol) \(name.markupEscaped)</text>")
        if let inner { elements += ["<g transform=\"translate(12 \(header.short))\">"] + inner.elements + ["</g>"] }
        return elements + ["</g>"]
    }
}

extension StepSnapshot {
    fileprivate var tooltip: String {
        var parts = ["\(name): \(state)"]
        if attempt > 1 { parts.append("attempt \(attempt)") }
        if let duration { parts.append("\(duration)") }
        if let error { parts.append(error.localizedText) }
        return parts.joined(separator: ", ")
    }
}

extension Double {
    /// With one digit, which is a tenth of a pixel.
    fileprivate var short: String {
        let tenths = Int(rounding: self * 10) ?? 0
        let sign = tenths < 0 ? "-" : ""
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}
