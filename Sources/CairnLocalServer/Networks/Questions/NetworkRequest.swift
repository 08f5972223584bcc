import CairnCore
import CairnGeo
import CairnTasks

/// A request to a layer of a network: reads what all layers are asked in the same words.
struct NetworkRequest {
    let request: ServiceRequest
    let network: NetworkInfo
    let limits: NetworkLimits
    /// Whether places that are at no road are passed over.
    let ignoresInvalidLocations: Bool

    /// - Throws: A failure if what is asked for would be passed over silently.
    init(_ request: ServiceRequest, _ network: NetworkInfo, _ limits: NetworkLimits) throws(ServiceFailure) {
        (self.request, self.network, self.limits) = (request, network, limits)
        ignoresInvalidLocations = try request.flag("ignoreInvalidLocations", default: true)
        try request.refuse(["overrides"])
        for name in ["preserveObjectID", "returnTraversedEdges", "returnTraversedJunctions", "returnTraversedTurns"] {
            if try request.flag(name) { throw .invalid(name, "it is not supported") }
        }
    }

    /// How one moves, what is in the way, what is added up, and what coordinates shall mean.
    func read(into question: inout some NetworkQuestion) throws(ServiceFailure) {
        question.travelMode = try GivenTravelMode(request, network).mode() ?? question.travelMode
        question.accumulateAttributeNames = try costNames() ?? question.accumulateAttributeNames
        question.outputSpatialReference = try request.spatialReference("outSR")
        try GivenBarriers(request, limits).read(into: &question)
    }

    /// The costs that are to be added up.
    private func costNames() throws(ServiceFailure) -> [String]? {
        let names = request.names("accumulateAttributeNames")
        if let names, names.count > limits.costs {
            throw .tooMany("accumulateAttributeNames", "costs", names.count, limit: limits.costs)
        }
        return names
    }

    /// How routes are drawn and told.
    func readDirections(
        into question: inout some DirectionsQuestion, default isTold: Bool
    ) throws(ServiceFailure) -> DirectionsForm {
        let form = try DirectionsForm(request, question.directionsDistanceUnits)
        question.returnsDirections = try request.flag("returnDirections", default: isTold)
        question.routeShape = try request.choice("outputLines") ?? question.routeShape
        question.directionsLanguage = request["directionsLanguage"] ?? question.directionsLanguage
        question.directionsStyle = try request.choice("directionsStyleName") ?? question.directionsStyle
        question.directionsDistanceUnits = form.units
        return form
    }

    /// The cost that limits of places are named after: that which is kept low. A mode that does not say which is that of the network.
    func impedanceName(_ question: some NetworkQuestion) -> String {
        guard let mode = question.travelMode else { return network.impedanceAttributeName }
        if !mode.impedanceAttributeName.isEmpty { return mode.impedanceAttributeName }
        // Who solves takes either for either.
        let words = [mode.id, mode.name]
        let own = network.travelModes.first { words.contains($0.id) || words.contains($0.name) }
        return own?.impedanceAttributeName ?? network.impedanceAttributeName
    }

    /// - Parameters:
    ///   - name: The parameter whose places are set out from, one search for each.
    ///   - count: How many searches there would be.
    /// - Throws: A failure if barriers would make too many searches of roads.
    func expectFewDetours(_ name: String, _ count: Int, around barriers: RouteBarriers) throws(ServiceFailure) {
        if barriers.isEmpty || count <= limits.detours { return }
        throw .tooMany(name, "searches around barriers", count, limit: limits.detours)
    }

    // MARK: - Places

    /// The places of a parameter that has some.
    ///
    /// - Parameters:
    ///   - name: The parameter.
    ///   - limit: How many there may be.
    ///   - read: Makes one of a place and what else is said of it.
    func places<Place>(
        _ name: String, limit: Int, _ read: (NetworkPlace, NetworkAttributes) throws -> Place
    ) throws(ServiceFailure) -> [Place] {
        let places = try GivenFeatures(request, name, limit: limit).map { try read($0.place(), $0.attributes()) }
        if places.isEmpty { throw .invalid(name, request[name] == nil ? "it is missing" : "there are none") }
        return places
    }

    /// - Throws: A failure if one of some places is at no road, and was not to be passed over.
    func expectLocated(_ name: String, _ places: [some PlacedOnNetwork]) throws(ServiceFailure) {
        if ignoresInvalidLocations { return }
        guard let index = places.firstIndex(where: { $0.locationStatus == .notLocated }) else { return }
        throw .unsolved("'\(name)': there is no road near number \(index + 1), and ignoreInvalidLocations is false.")
    }
}
