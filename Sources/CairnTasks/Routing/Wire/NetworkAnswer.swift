import CairnCore
import CairnGeo

/// What the answers of all layers of network services have in common.
struct NetworkAnswer {
    let root: AnswerPart
    /// What coordinates mean where nothing is said of that.
    let reference: SpatialReference?

    init(_ root: AnswerPart, _ question: some NetworkQuestion) {
        (self.root, reference) = (root, question.outputSpatialReference)
    }

    func messages() throws -> [String] { try root.optional("messages")?.list().map { try message($0) } ?? [] }

    /// Services write objects, and recorded answers have had bare texts.
    private func message(_ part: AnswerPart) throws -> String {
        part.json.object == nil ? try part.text() : try part.optional("description")?.text() ?? ""
    }

    /// What the coordinates of features mean.
    func reference(of set: AnswerPart) throws -> SpatialReference? {
        try set.optional("spatialReference")?.spatialReference() ?? reference
    }

    /// The places that were asked about, and how they were found, if that is told.
    func places<Place: PlacedOnNetwork>(_ name: String, _ given: [Place]) throws -> [Place] {
        guard let set = try root.optional(name) else { return given }
        let reference = try reference(of: set)
        var places = given
        for feature in try set.required("features").list() {
            let attributes = try NetworkAttributes(feature)
            guard let index = try attributes.index("ObjectID", of: given.count) else { throw feature.refusal("has no ObjectID") }
            try fill(&places[index].place, attributes)
            if let place = try feature.optional("geometry")?.place(in: reference) { places[index].place.geometry = place }
        }
        return places
    }

    private func fill(_ place: inout NetworkPlace, _ attributes: NetworkAttributes) throws {
        place.name = try attributes.text("Name") ?? place.name
        place.locationStatus = Stop.LocationStatus(rawValue: try attributes.wholeNumber("Status") ?? 0)
        place.distanceToNetworkLocation = try attributes.number("DistanceToNetworkInMeters")
    }
}
