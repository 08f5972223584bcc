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
    func solve() throws -> ServiceAreaResult {
        var reached: [FacilityReach] = []
        for (index, facility) in facilities.enumerated() {
            try Task.checkCancellation()
            guard let terminal = facility.terminal(isArrival: isToward) else { continue }
            let cutoffs = cutoffs(parameters.facilities[index])
            let parts = try query.network.reachedParts(
                of: terminal, isToward: isToward, within: query.limit(cutoffs.last), around: query.obstacles)
            reached.append(FacilityReach(index: index, cutoffs: cutoffs, parts: parts))
            try SolvingBounds.current.check(reached, drawsLines: parameters.returnsPolylines)
        }
        var result = ServiceAreaResult(
            facilities: zip(parameters.facilities, facilities).map { $0.told($1) },
            polygons: parameters.returnsPolygons ? try polygons(reached) : [],
            polylines: parameters.returnsPolylines ? try reached.flatMap { try polylines($0) } : [])
        result.messages = query.messages
        result.giveBackBarriers(of: parameters)
        return result
    }

    // MARK: - Areas

    private func polygons(_ reached: [FacilityReach]) throws -> [ServiceAreaPolygon] {
        let painter = AreaPainter(query, parameters)
        switch parameters.geometryAtOverlap {
        case .overlap: return try reached.flatMap { try areas(of: [$0], $0.index, painter) }
        case .dissolve: return try areas(of: reached, nil, painter)
        case .split:
            let own = try painter.split(reached)
            return try own.flatMap { mine in
                try areas(of: [mine], mine.index, painter, beside: own.filter { $0.index != mine.index })
            }
        }
    }

    /// The areas of some facilities together, the smallest first.
    private func areas(
        of reached: [FacilityReach], _ index: Int?, _ painter: AreaPainter, beside others: [FacilityReach] = []
    ) throws -> [ServiceAreaPolygon] {
        let cutoffs = Set(reached.flatMap(\.cutoffs)).sorted()
        guard let last = cutoffs.last, let frame = try painter.frame(of: reached + others) else { return [] }
        var (areas, inner) = ([ServiceAreaPolygon](), [Float]())
        for (place, cutoff) in cutoffs.enumerated() {
            try Task.checkCancellation()
            // A facility that does not go that far has all it reaches in the area.
            let parts = reached.flatMap { $0.within(min(cutoff, $0.cutoffs.last ?? last), query.kind.unitsPerCost) }
            let beside = others.flatMap { $0.within(min(cutoff, $0.cutoffs.last ?? last), query.kind.unitsPerCost) }
            let depths = try painter.depths(of: parts, beside: beside, frame)
            let isRing = place > 0 && parameters.geometryAtCutoff == .rings
            let rings = AreaOutline(isRing ? zip(depths, inner).map { max($0, -$1) } : depths, frame).rings()
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

    private func polylines(_ reached: FacilityReach) throws -> [ServiceAreaPolyline] {
        let (network, unit) = (query.network, query.kind.unitsPerCost)
        return try reached.parts.map { part in
            let step = try RouteStep(part.road, from: part.from, to: part.to, in: network.roads, by: query.kind)
            let line = Geometry.polyline(Polyline(paths: [step.line.map(\.position)], spatialReference: .wgs84))
            guard case .polyline(let projected) = try line.projected(to: parameters.outputSpatialReference ?? .wgs84) else {
                throw BlockDamage()
            }
            var polyline = ServiceAreaPolyline(geometry: projected, facilityIndex: reached.index)
            polyline.fromCumulativeCosts = [query.kind.costName: part.fromCost / unit]
            polyline.toCumulativeCosts = [query.kind.costName: part.toCost / unit]
            return polyline
        }
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
