import CairnCore
import CairnGeo

/// The grid that a client wants coordinates on: `{"mode":"view","originPosition":"upperLeft","tolerance":1,"extent":{…}}`.
struct QuantizationParameter {
    private static let name = "quantizationParameters"
    private let request: ServiceRequest
    private let reference: SpatialReference?

    /// - Parameter reference: What the coordinates of the answer mean.
    init(_ request: ServiceRequest, in reference: SpatialReference?) {
        (self.request, self.reference) = (request, reference)
    }

    /// Nil if there is none, or the form of the answer has no words for one.
    func grid() throws(ServiceFailure) -> Quantization? {
        guard let text = request[Self.name] else { return nil }
        guard let json = try? JSONValue(parsing: text), json.object != nil else { throw wrong("it is no JSON object") }
        let isFromUpperLeft = try choice(json["originPosition"], "originPosition", ["upperLeft", "lowerLeft"]) == 0
        let isView = try choice(json["mode"], "mode", ["view", "edit"]) == 0
        let corner = try corner(json["extent"], isUpper: isFromUpperLeft)
        let scale = isView ? try tolerance(json["tolerance"]) : resolution
        guard ["json", "pjson", "pbf"].contains(request.format) else { return nil }
        if request.format != "pbf" { try refuseHeights() }
        return Quantization(
            scale: scale, x: corner?.x ?? 0, y: corner?.y ?? 0, isFromUpperLeft: isFromUpperLeft, leavesOutRepeated: isView)
    }

    /// Whose grid nobody sees: who edits wants shapes as they are.
    private var resolution: Double { reference?.isWGS84 ?? true ? 1e-9 : 1e-4 }

    /// How JSON would tell them is said nowhere.
    private func refuseHeights() throws(ServiceFailure) {
        for name in ["returnZ", "returnM"] where try request.flag(name) {
            throw .invalid(name, "it does not go with \(Self.name) in JSON; ask for pbf")
        }
    }

    private func tolerance(_ json: JSONValue?) throws(ServiceFailure) -> Double {
        guard let json, !json.isNull else { return 1 }
        guard let number = json.double, number > 0, number.isFinite else { throw wrong("its tolerance is no number above zero") }
        return number
    }

    private func choice(_ json: JSONValue?, _ member: String, _ words: [String]) throws(ServiceFailure) -> Int {
        guard let json, !json.isNull else { return 0 }
        guard let word = json.string?.lowercased(), let place = words.firstIndex(where: { $0.lowercased() == word }) else {
            throw wrong("its \(member) is neither \(words.joined(separator: " nor "))")
        }
        return place
    }

    private func corner(_ json: JSONValue?, isUpper: Bool) throws(ServiceFailure) -> Position? {
        guard let json, !json.isNull else { return nil }
        guard case .envelope(let given)? = try? Geometry(esriJSON: json, spatialReference: reference),
            let box = reference.map({ try? given.projected(to: $0) }) ?? given,
            [box.xMin, box.yMin, box.xMax, box.yMax].allSatisfy(\.isFinite)
        else { throw wrong("its extent is none that the answer's coordinates can be told in") }
        return Position(x: box.xMin, y: isUpper ? box.yMax : box.yMin)
    }

    private func wrong(_ reason: String) -> ServiceFailure { .invalid(Self.name, reason) }
}
