import CairnCore
import CairnGeo

/// An answer of a layer of service areas: what it says, or the error that it does not say it.
struct ServiceAreaAnswer {
    private let answer: NetworkAnswer
    private let parameters: ServiceAreaParameters

    init(_ root: AnswerPart, _ parameters: ServiceAreaParameters) {
        answer = NetworkAnswer(root, parameters)
        self.parameters = parameters
    }

    func result() throws -> ServiceAreaResult {
        var result = ServiceAreaResult(
            facilities: try answer.places("facilities", parameters.facilities),
            polygons: parameters.returnsPolygons ? try features("saPolygons", polygon) : [],
            polylines: parameters.returnsPolylines ? try features("saPolylines", polyline) : [])
        result.messages = try answer.messages()
        result.giveBackBarriers(of: parameters)
        return result
    }

    private func features<Part>(_ name: String, _ read: (AnswerPart, SpatialReference?) throws -> Part) throws -> [Part] {
        let set = try answer.root.required(name)
        let reference = try answer.reference(of: set)
        return try set.required("features").list().map { try read($0, reference) }
    }

    private func polygon(_ feature: AnswerPart, _ reference: SpatialReference?) throws -> ServiceAreaPolygon {
        let attributes = try NetworkAttributes(feature)
        guard case .polygon(let area) = try feature.required("geometry").geometry(reference) else {
            throw feature.refusal("is no area")
        }
        guard let start = try attributes.number("FromBreak"), let end = try attributes.number("ToBreak") else {
            throw attributes.refusal("do not tell from where to where an area reaches")
        }
        return ServiceAreaPolygon(
            geometry: area, fromImpedanceCutoff: start, toImpedanceCutoff: end, facilityIndex: try facility(attributes))
    }

    private func polyline(_ feature: AnswerPart, _ reference: SpatialReference?) throws -> ServiceAreaPolyline {
        let attributes = try NetworkAttributes(feature)
        var line = ServiceAreaPolyline(
            geometry: try feature.required("geometry").line(reference), facilityIndex: try facility(attributes))
        line.fromCumulativeCosts = try attributes.numbers(after: "FromCumul_")
        line.toCumulativeCosts = try attributes.numbers(after: "ToCumul_")
        return line
    }

    /// Nil for what belongs to several.
    private func facility(_ attributes: NetworkAttributes) throws -> Int? {
        try attributes.index("FacilityID", of: parameters.facilities.count)
    }
}
