import CairnCore
import CairnGeo
import CairnTasks

/// Finds the service areas of one question on an open network: what is reached of roads, and the areas around that.
struct ServiceAreaSolver {
    private var query: NetworkQuery
    private let parameters: ServiceAreaParameters
    private let facilities: [MatchedStop]

    /// - Throws: As ``NetworkQuery``; `RouteError.noCutoffs` if nothing says how far areas shall reach.
    init(_ image: NetworkImage, _ parameters: ServiceAreaParameters) throws {
        self.parameters = parameters
        query = try NetworkQuery(image, parameters)
        facilities = try query.matched(parameters.facilities, "Facility")
        if parameters.facilities.contains(where: { cutoffs($0).isEmpty }) { throw RouteError.noCutoffs }
        for message in parameters.unmet(by: query.kind) { query.say(message) }
    }

    private func cutoffs(_ facility: ServiceAreaFacility) -> [Double] {
        facility.impedanceCutoffs.isEmpty ? parameters.defaultImpedanceCutoffs : facility.impedanceCutoffs
    }

    private var isToward: Bool { parameters.travelDirection == .toFacility }

    /// - Throws: ``BlockDamage``; ``SolvingExcess``; what `projected(to:)` throws; `CancellationError` if the calling task is cancelled.
    mutating func solve() throws -> ServiceAreaResult {
        var reached: [FacilityReach] = []
        for (index, facility) in facilities.enumerated() {
            try Task.checkCancellation()
            guard let terminal = facility.terminal else { continue }
            let cutoffs = cutoffs(parameters.facilities[index])
            reached.append(
                FacilityReach(index: index, cutoffs: cutoffs, parts: try parts(of: terminal, facility, within: cutoffs.last)))
            try SolvingBounds.current.check(reached)
        }
        var lines: [ServiceAreaPolyline] = []
        for facility in reached where parameters.returnsPolylines { try appendPolylines(of: facility, to: &lines) }
        var result = ServiceAreaResult(
            facilities: zip(parameters.facilities, facilities).map { $0.told($1) },
            polygons: parameters.returnsPolygons ? try polygons(reached) : [], polylines: lines)
        result.messages = query.messages
        result.giveBackBarriers(of: parameters)
        return result
    }

    /// What a facility costs itself is not left for the roads.
    private mutating func parts(of terminal: Terminal, _ facility: MatchedStop, within cutoff: Double?) throws -> [ReachedPart] {
        let (limit, stay) = (query.limit(cutoff), query.sum(0, facility.stop.addedCosts))
        guard limit > stay else { return [] }
        let parts = try query.network.reachedParts(
            of: terminal, isToward: isToward, within: limit - stay, around: query.obstacles)
        if parts.isEmpty {
            let why = query.obstacles.isEmpty ? "one-way roads, or the side on which it shall be," : "something closed"
            query.say("\(RouteSolver.label(facility.stop)) has no area: \(why) lets nobody \(isToward ? "come to" : "leave") it.")
        }
        return stay > 0 ? parts.map { $0.later(by: Double(stay)) } : parts
    }

    // MARK: - Areas

    private func polygons(_ reached: [FacilityReach]) throws -> [ServiceAreaPolygon] {
        var painter = AreaPainter(query, parameters)
        switch parameters.geometryAtOverlap {
        case .overlap: return try reached.flatMap { try areas(of: [$0], $0.index, try painter.frame(of: [$0]), &painter) }
        case .dissolve: return try areas(of: reached, nil, try painter.frame(of: reached), &painter)
        case .split: return try splitAreas(reached, &painter)
        }
    }

    /// Leaves each place to the facility that comes there first.
    private func splitAreas(_ reached: [FacilityReach], _ painter: inout AreaPainter) throws -> [ServiceAreaPolygon] {
        var own = reached.map { FacilityReach(index: $0.index, cutoffs: $0.cutoffs, parts: []) }
        for (owner, part) in try CheapestParts.parts(of: reached) { own[owner].parts.append(part) }
        guard let frame = try painter.frame(of: own) else { return [] }
        var frontiers = AreaFrontiers(frame)
        for facility in own {
            try Task.checkCancellation()
            frontiers.add(try painter.field(of: facility.parts, frame), of: facility.index)
        }
        return try own.flatMap { facility in
            let frontier = frontiers.depths(of: facility.index, try painter.field(of: facility.parts, frame))
            return try areas(of: [facility], facility.index, frame, &painter, within: frontier)
        }
    }

    /// The areas of some facilities together, the smallest first.
    private func areas(
        of reached: [FacilityReach], _ index: Int?, _ frame: DistanceField.Frame?, _ painter: inout AreaPainter,
        within frontier: [Float]? = nil
    ) throws -> [ServiceAreaPolygon] {
        guard let frame else { return [] }
        let cutoffs = Set(reached.flatMap(\.cutoffs)).sorted()
        var (areas, inner) = ([ServiceAreaPolygon](), [Float]())
        for (place, cutoff) in cutoffs.enumerated() {
            try Task.checkCancellation()
            // A facility that does not go that far has all it reaches in the area.
            let parts = reached.flatMap { $0.within(min(cutoff, $0.cutoffs.last ?? cutoff), query.kind.unitsPerCost) }
            let depths = try painter.depths(of: parts, within: frontier, frame)
            let isRing = place > 0 && parameters.geometryAtCutoff == .rings
            let rings = AreaOutline.ringsCutAtDateLine(isRing ? zip(depths, inner).map { max($0, -$1) } : depths, frame)
            inner = depths
            guard !rings.isEmpty else { continue }
            areas.append(
                ServiceAreaPolygon(
                    geometry: try painter.polygon(rings), fromImpedanceCutoff: isRing ? cutoffs[place - 1] : 0,
                    toImpedanceCutoff: cutoff, facilityIndex: index))
        }
        return areas
    }

    // MARK: - Lines

    /// Each place of a road once, at the least cost.
    private func appendPolylines(of reached: FacilityReach, to lines: inout [ServiceAreaPolyline]) throws {
        for (_, part) in try CheapestParts.parts(of: [reached]) {
            try Task.checkCancellation()
            let step = try RouteStep(part.road, from: part.from, to: part.to, in: query.network.roads, by: query.kind)
            if step.isPlace { continue }
            lines.append(try polyline(step, part, of: reached.index))
            try SolvingBounds.current.check(lines: lines.count)
        }
    }

    private func polyline(_ step: RouteStep, _ part: ReachedPart, of facility: Int) throws -> ServiceAreaPolyline {
        let line = Geometry.polyline(Polyline(paths: [step.line.map(\.position)], spatialReference: .wgs84))
        guard case .polyline(let projected) = try line.projected(to: parameters.outputSpatialReference ?? .wgs84) else {
            throw BlockDamage()
        }
        var polyline = ServiceAreaPolyline(geometry: projected, facilityIndex: facility)
        polyline.fromCumulativeCosts = [query.kind.costName: part.fromCost / query.kind.unitsPerCost]
        polyline.toCumulativeCosts = [query.kind.costName: part.toCost / query.kind.unitsPerCost]
        return polyline
    }
}

/// What can be reached of one facility.
struct FacilityReach: Sendable {
    let index: Int
    /// In units of the impedance, ascending.
    let cutoffs: [Double]
    var parts: [ReachedPart]

    /// What of it costs no more.
    func within(_ cutoff: Double, _ unitsPerCost: Double) -> [ReachedPart] {
        parts.compactMap { $0.within(cutoff * unitsPerCost) }
    }
}
