import CairnCore
import CairnTasks

/// What a layer of cost matrices is asked.
struct CostMatrixQuestion {
    /// The form of answers.
    static let outputType = "esriNAODOutputSparseMatrix"

    let parameters: CostMatrixParameters
    let returnsOrigins: Bool
    let returnsDestinations: Bool
    let returnsBarriers: RouteBarriers
    let request: NetworkRequest

    init(_ request: NetworkRequest, _ defaults: CostMatrixParameters) throws(ServiceFailure) {
        let form = request.request
        if let type = form["outputType"], type.lowercased() != Self.outputType.lowercased() {
            throw .invalid("outputType", "\(type.printable(upTo: 60)) is not supported; ask for \(Self.outputType)")
        }
        var parameters = defaults
        try request.read(into: &parameters)
        parameters.defaultImpedanceCutoff = try form.cutoff("defaultCutoff", default: defaults.defaultImpedanceCutoff)
        parameters.defaultTargetDestinationCount =
            try form.count("defaultTargetDestinationCount") ?? defaults.defaultTargetDestinationCount
        parameters.startDate = try form.moment("timeOfDay")
        (returnsOrigins, returnsDestinations) = (try form.flag("returnOrigins"), try form.flag("returnDestinations"))
        returnsBarriers = RouteBarriers(
            try form.flag("returnBarriers") ? parameters.pointBarriers : [],
            try form.flag("returnPolylineBarriers") ? parameters.polylineBarriers : [],
            try form.flag("returnPolygonBarriers") ? parameters.polygonBarriers : [])
        let cutoff = "Cutoff_" + request.impedanceName(parameters)
        parameters.origins = try request.places("origins", limit: request.limits.pairs) { place, attributes in
            var origin = CostMatrix.Origin(point: place.geometry)
            (origin.place, origin.impedanceCutoff) = (place, try attributes.number(cutoff))
            origin.targetDestinationCount = try attributes.count("TargetDestinationCount")
            return origin
        }
        parameters.destinations = try request.places("destinations", limit: request.limits.pairs) { place, _ in
            var destination = CostMatrix.Destination(point: place.geometry)
            destination.place = place
            return destination
        }
        (self.parameters, self.request) = (parameters, request)
        try expectFew(request.limits)
    }

    private func expectFew(_ limits: NetworkLimits) throws(ServiceFailure) {
        let pairs = parameters.origins.count * parameters.destinations.count
        if pairs > limits.pairs { throw .tooMany("origins", "pairs with destinations", pairs, limit: limits.pairs) }
        let impedance = request.impedanceName(parameters)
        let addsUp = parameters.accumulateAttributeNames.contains { $0 != impedance }
        if addsUp, pairs > limits.accumulatedPairs {
            throw .tooMany("accumulateAttributeNames", "pairs to add costs up for", pairs, limit: limits.accumulatedPairs)
        }
        let searches = parameters.origins.count + (addsUp ? pairs : 0)
        try request.expectFewDetours("origins", searches, around: parameters.barriers)
    }
}
