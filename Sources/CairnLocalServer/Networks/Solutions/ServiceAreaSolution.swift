import CairnCore
import CairnGeo
import CairnTasks

/// The answer of a layer of service areas.
struct ServiceAreaSolution {
    private let result: ServiceAreaResult
    private let question: ServiceAreaQuestion
    private let common: NetworkSolution

    init(_ result: ServiceAreaResult, _ question: ServiceAreaQuestion) {
        (self.result, self.question) = (result, question)
        let own = result.polygons.first?.geometry.spatialReference ?? result.polylines.first?.geometry.spatialReference
        common = NetworkSolution(question.parameters, own)
    }

    /// - Throws: A failure if a facility is at no road, and was not to be passed over.
    func json() throws(ServiceFailure) -> JSONValue {
        try question.request.expectLocated("facilities", result.facilities)
        var members = common.barriers(
            RouteBarriers(result.pointBarriers, result.polylineBarriers, result.polygonBarriers))
        members["messages"] = NetworkSolution.messages(question.messages + result.messages)
        if question.parameters.returnsPolygons { members["saPolygons"] = polygons() }
        if question.parameters.returnsPolylines { members["saPolylines"] = polylines() }
        if question.returnsFacilities { members["facilities"] = common.places(result.facilities) }
        return .object(members)
    }

    private func polygons() -> JSONValue {
        var set = NetworkFeatureSet(.polygon, in: common.reference)
        for area in result.polygons {
            let (from, to) = (JSONValue.number(area.fromImpedanceCutoff), JSONValue.number(area.toImpedanceCutoff))
            let reach = "\(from.text()) - \(to.text())"
            set.add(
                .polygon(area.geometry),
                [
                    "FacilityID": number(area.facilityIndex), "FromBreak": from, "ToBreak": to,
                    "Name": .string(area.facilityIndex.map { "\(label($0)) : \(reach)" } ?? reach),
                    "Shape_Length": .number(area.geometry.rings.planarLength),
                    "Shape_Area": .number(area.geometry.rings.planarArea),
                ])
        }
        return set.json
    }

    private func polylines() -> JSONValue {
        var set = NetworkFeatureSet(.polyline, in: common.reference)
        for line in result.polylines {
            var attributes = NetworkSolution.costs(line.fromCumulativeCosts, after: "FromCumul_")
            attributes.merge(NetworkSolution.costs(line.toCumulativeCosts, after: "ToCumul_")) { $1 }
            attributes["FacilityID"] = number(line.facilityIndex)
            attributes["Shape_Length"] = .number(line.geometry.paths.planarLength)
            set.add(.polyline(line.geometry), attributes)
        }
        return set.json
    }

    private func number(_ index: Int?) -> JSONValue { index.map { .integer($0 &+ 1) } ?? .null }

    private func label(_ index: Int) -> String {
        let name = result.facilities.indices.contains(index) ? result.facilities[index].name : ""
        return name.isEmpty ? "Location \(index &+ 1)" : name
    }
}
