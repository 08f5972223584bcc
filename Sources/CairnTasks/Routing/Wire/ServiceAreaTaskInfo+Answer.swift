import CairnCore

extension ServiceAreaTaskInfo: NetworkLayerInfo {
    static let layer = NetworkLayerKind.serviceArea

    init(_ answer: AnswerPart, of network: NetworkInfo) throws {
        self.init()
        self.network = network
        try defaults.readDefaults(answer, of: network)
        defaults.defaultImpedanceCutoffs = try Self.cutoffs(answer)
        defaults.travelDirection = try answer.travelDirection() ?? defaults.travelDirection
        try defaults.readGeometry(answer)
    }

    /// In order and each once, as they have to be when they are asked for.
    private static func cutoffs(_ answer: AnswerPart) throws -> [Double] {
        guard let part = try answer.filled("defaultBreaks") else { return [] }
        return Set(try numbers(part).filter { $0 >= 0 }).sorted()
    }

    /// Of a list, or of a text.
    private static func numbers(_ part: AnswerPart) throws -> [Double] {
        guard let text = part.json.string else { return try part.list().map { try $0.number() } }
        return try text.split { " ,;".contains($0) }.map {
            guard let number = Double($0), number.isFinite else { throw part.refusal("is no list of numbers") }
            return number
        }
    }
}

extension ServiceAreaParameters {
    fileprivate mutating func readGeometry(_ answer: AnswerPart) throws {
        let detail = try answer.optional("outputPolygons")?.text()
        returnsPolygons = detail != "esriNAOutputPolygonNone"
        polygonDetail = detail == "esriNAOutputPolygonDetailed" ? .high : .standard
        let lines = try answer.optional("outputLines")?.text() ?? RouteShape.none.rawValue
        returnsPolylines = lines != RouteShape.none.rawValue
        geometryAtCutoff = try answer.optional("splitPolygonsAtBreaks")?.flag() ?? true ? .rings : .disks
        let overlaps = try answer.optional("overlapPolygons")?.flag() ?? true
        let merges = try answer.optional("mergeSimilarPolygonRanges")?.flag() ?? false
        geometryAtOverlap = merges ? .dissolve : overlaps ? .overlap : .split
        sourceNamesExcludedFromPolygons = try answer.optional("excludeSourcesFromPolygons")?.list().map { try $0.text() } ?? []
        let distance = try answer.meters("trimPolygonDistance", in: "trimPolygonDistanceUnits") ?? 100
        polygonBufferDistance = try trims(answer) ? max(0, distance) : nil
    }

    /// Services have written it in both ways.
    private func trims(_ answer: AnswerPart) throws -> Bool {
        try (answer.optional("trimOuterPolygon") ?? answer.optional("trimOuterPolygons"))?.flag() ?? true
    }
}
