import CairnCore
import CairnTasks
import Foundation

/// How areas are drawn.
enum PolygonOutput: String, CaseIterable {
    case none = "esriNAOutputPolygonNone"
    case simplified = "esriNAOutputPolygonSimplified"
    case detailed = "esriNAOutputPolygonDetailed"
}

/// What a layer of service areas is asked.
struct ServiceAreaQuestion {
    let parameters: ServiceAreaParameters
    let returnsFacilities: Bool
    /// What was passed over.
    let messages: [String]
    let request: NetworkRequest

    init(_ request: NetworkRequest, _ defaults: ServiceAreaParameters) throws(ServiceFailure) {
        let form = request.request
        var parameters = defaults
        try request.read(into: &parameters)
        parameters.defaultImpedanceCutoffs = try Self.breaks(form) ?? defaults.defaultImpedanceCutoffs
        parameters.travelDirection = try form.choice("travelDirection") ?? defaults.travelDirection
        parameters.startDate = try form.moment("timeOfDay")
        try Self.readPolygons(form, &parameters)
        messages = try Self.readPolylines(form, &parameters)
        parameters.returnsPointBarriers = try form.flag("returnBarriers")
        parameters.returnsPolylineBarriers = try form.flag("returnPolylineBarriers")
        parameters.returnsPolygonBarriers = try form.flag("returnPolygonBarriers")
        returnsFacilities = try form.flag("returnFacilities")
        let breaks = "Breaks_" + request.impedanceName(parameters)
        parameters.facilities = try request.places("facilities", limit: request.limits.areas) { place, attributes in
            var facility = ServiceAreaFacility(point: place.geometry)
            facility.place = place
            facility.impedanceCutoffs = try attributes.text(breaks).map { try Self.numbers($0, of: "facilities") } ?? []
            return facility
        }
        (self.parameters, self.request) = (parameters, request)
        try expectFew(request.limits)
    }

    private func expectFew(_ limits: NetworkLimits) throws(ServiceFailure) {
        let areas = parameters.facilities.reduce(0) {
            $0 + ($1.impedanceCutoffs.isEmpty ? parameters.defaultImpedanceCutoffs : $1.impedanceCutoffs).count
        }
        if areas > limits.areas { throw .tooMany("facilities", "areas", areas, limit: limits.areas) }
        if parameters.facilities.contains(where: \.impedanceCutoffs.isEmpty) {
            try expectNear("defaultBreaks", parameters.defaultImpedanceCutoffs, limits)
        }
        try expectNear("facilities", parameters.facilities.flatMap(\.impedanceCutoffs), limits)
    }

    private func expectNear(_ name: String, _ cutoffs: [Double], _ limits: NetworkLimits) throws(ServiceFailure) {
        let impedance = request.impedanceName(parameters)
        guard let most = request.network.costAttributes[impedance].flatMap({ limits.reach(in: $0.unit) }),
            let far = cutoffs.max(), far > most
        else { return }
        let (number, limit) = (JSONValue.number(far).text(), JSONValue.number(most).text())
        throw .invalid(name, "areas would reach \(number) of \(impedance), where \(limit) are allowed")
    }

    // MARK: - Limits

    private static func breaks(_ form: ServiceRequest) throws(ServiceFailure) -> [Double]? {
        try form["defaultBreaks"].map { text throws(ServiceFailure) in try numbers(text, of: "defaultBreaks") }
    }

    /// Numbers between commas or blanks, as lists of JSON have them, too.
    private static func numbers(_ text: String, of parameter: String) throws(ServiceFailure) -> [Double] {
        var numbers: [Double] = []
        for part in text.split(whereSeparator: { " ,;[]".contains($0) }) {
            guard let number = Double(decimal: part), number.isFinite else {
                throw .invalid(parameter, "\(text.printable(upTo: 60)) is no list of numbers")
            }
            numbers.append(number)
        }
        return numbers
    }

    // MARK: - Areas

    private static func readPolygons(
        _ form: ServiceRequest, _ parameters: inout ServiceAreaParameters
    ) throws(ServiceFailure) {
        if let output = try form.choice("outputPolygons", of: PolygonOutput.self) {
            parameters.returnsPolygons = output != .none
            parameters.polygonDetail = output == .detailed ? .high : .standard
        }
        let isSplit = try form.flag("splitPolygonsAtBreaks", default: parameters.geometryAtCutoff == .rings)
        parameters.geometryAtCutoff = isSplit ? .rings : .disks
        let overlaps = try form.flag("overlapPolygons", default: parameters.geometryAtOverlap == .overlap)
        let merges = try form.flag("mergeSimilarPolygonRanges", default: parameters.geometryAtOverlap == .dissolve)
        parameters.geometryAtOverlap = merges ? .dissolve : overlaps ? .overlap : .split
        parameters.polygonBufferDistance = try distance(form, parameters.polygonBufferDistance)
        parameters.sourceNamesExcludedFromPolygons =
            form.names("excludeSourcesFromPolygons") ?? parameters.sourceNamesExcludedFromPolygons
    }

    /// Lines and areas are cut and overlap in one way: what is said of lines counts where there are no areas.
    ///
    /// - Returns: What was passed over.
    private static func readPolylines(
        _ form: ServiceRequest, _ parameters: inout ServiceAreaParameters
    ) throws(ServiceFailure) -> [String] {
        parameters.returnsPolylines =
            try form.choice("outputLines", of: RouteShape.self).map { $0 != .none } ?? parameters.returnsPolylines
        let (isSplit, overlaps) = (parameters.geometryAtCutoff == .rings, parameters.geometryAtOverlap == .overlap)
        let splitsLines = try form.flag("splitLinesAtBreaks", default: isSplit)
        let overlapsLines = try form.flag("overlapLines", default: overlaps)
        guard parameters.returnsPolylines else { return [] }
        if parameters.returnsPolygons {
            let given = [
                ("splitLinesAtBreaks", "splitPolygonsAtBreaks", splitsLines != isSplit),
                ("overlapLines", "overlapPolygons", overlapsLines != overlaps),
            ]
            return given.filter(\.2).map { "\($0.0) was passed over: beside areas lines go by \($0.1)." }
        }
        parameters.geometryAtCutoff = splitsLines ? .rings : .disks
        if overlapsLines != overlaps { parameters.geometryAtOverlap = overlapsLines ? .overlap : .split }
        return []
    }

    /// In metres; nil if areas are not trimmed. Services have written the name in both ways.
    private static func distance(_ form: ServiceRequest, _ usual: Double?) throws(ServiceFailure) -> Double? {
        let name = form["trimOuterPolygon"] == nil ? "trimOuterPolygons" : "trimOuterPolygon"
        guard try form.flag(name, default: usual != nil) else { return nil }
        let unit = try meters(form, "trimPolygonDistanceUnits")
        return try form.measure("trimPolygonDistance").map { $0 * unit } ?? usual ?? 100
    }

    /// Metres in a unit, which is called as that of a cost, but for how its name begins.
    private static func meters(_ form: ServiceRequest, _ parameter: String) throws(ServiceFailure) -> Double {
        guard let word = form[parameter]?.lowercased() else { return 1 }
        let name = "esrinau" + word.dropFirst(word.hasPrefix("esrinau") ? 7 : 4)
        let unit = CostAttribute.Unit.allCases.first { $0.rawValue.lowercased() == name }
        guard let meters = unit?.meters else {
            throw .invalid(parameter, "\(word.printable(upTo: 60)) is no unit of length, such as esriMeters")
        }
        return meters
    }
}
