import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// The features of a parameter: a set of features as JSON, or places as `x,y;x,y` in degrees.
struct GivenFeatures {
    private let request: ServiceRequest
    private let name: String
    private let limit: Int

    /// - Parameters:
    ///   - request: Who asks.
    ///   - name: The parameter.
    ///   - limit: How many features it may have.
    init(_ request: ServiceRequest, _ name: String, limit: Int) {
        (self.request, self.name, self.limit) = (request, name, limit)
    }

    /// All of them, in their order; none if there is no such parameter.
    func map<Value>(_ read: (GivenFeature) throws -> Value) throws(ServiceFailure) -> [Value] {
        guard let text = request[name]?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else { return [] }
        if let first = text.first, "{[\"".contains(first) || text == "null" {
            return try request.json(name) { try features($0, read) } ?? []
        }
        return try request.read(try places(text), of: name) { try features($0, read) }
    }

    /// The same places as a set of features.
    private func places(_ text: String) throws(ServiceFailure) -> JSONValue {
        var features: [JSONValue] = []
        for part in text.split(separator: ";") where !part.allSatisfy(\.isWhitespace) {
            let numbers = part.split(separator: ",", omittingEmptySubsequences: false)
                .map { Double(decimal: $0.trimmingCharacters(in: .whitespaces)) ?? .nan }
            guard (2...3).contains(numbers.count), numbers.allSatisfy(\.isFinite) else {
                throw .invalid(name, "\(String(part).printable(upTo: 60)) is no place; write x,y;x,y, or a set of features")
            }
            features.append(["geometry": ["x": .number(numbers[0]), "y": .number(numbers[1])]])
        }
        return ["features": .array(features)]
    }

    private func features<Value>(_ set: AnswerPart, _ read: (GivenFeature) throws -> Value) throws -> [Value] {
        if set.json.isNull { return [] }
        if try set.optional("url") != nil {
            throw ServiceFailure.invalid(name, "it has the address of features, which are not fetched; send them")
        }
        let isNothing = try set.members().isEmpty
        guard !isNothing, let list = try set.optional("features")?.list() else {
            if isNothing { return [] }
            throw set.refusal("has no features")
        }
        if list.count > limit { throw ServiceFailure.tooMany(name, "features", list.count, limit: limit) }
        let reference = try set.optional("spatialReference")?.spatialReference() ?? .wgs84
        return try list.map { try read(GivenFeature(part: $0, reference: reference)) }
    }
}

/// One feature of a parameter.
struct GivenFeature {
    let part: AnswerPart
    /// What its coordinates mean if it does not say so itself.
    let reference: SpatialReference

    func attributes() throws -> NetworkAttributes { try NetworkAttributes(given: part) }

    func geometry() throws -> Geometry { try part.required("geometry").geometry(reference) }

    func point() throws -> MapPoint {
        let geometry = try part.required("geometry")
        guard let point = try geometry.place(in: reference) else { throw geometry.refusal("is no place") }
        return point
    }

    /// A place to be found on a network, with what it says of itself.
    func place() throws -> NetworkPlace {
        let attributes = try attributes()
        var place = NetworkPlace(point: try point(), name: try attributes.text("Name") ?? "")
        place.curbApproach = try attributes.choice("CurbApproach") ?? place.curbApproach
        place.currentBearing = try attributes.number("Bearing")
        place.currentBearingTolerance = try attributes.number("BearingTol") ?? place.currentBearingTolerance
        place.navigationLatency = try attributes.number("NavLatency")
        place.addedCosts = try attributes.numbers(after: "Attr_")
        return place
    }
}

extension NetworkAttributes {
    /// One of some numbers; nil if it is not told.
    func choice<Choice: RawRepresentable>(_ name: String) throws -> Choice? where Choice.RawValue == Int {
        guard let number = try wholeNumber(name) else { return nil }
        guard let choice = Choice(rawValue: number) else { throw refusal("have no \(name) \(number)") }
        return choice
    }

    /// A moment, which a calendar has; nil if it is not told.
    func moment(_ name: String) throws -> Date? {
        guard let date = try date(name) else { return nil }
        guard abs(date.timeIntervalSince1970) <= 1e12 else { throw refusal("have no moment as \(name)") }
        return date
    }

    /// How many of something are wanted: one at least; nil if it is not told.
    func count(_ name: String) throws -> Int? {
        guard let count = try wholeNumber(name) else { return nil }
        guard count > 0 else { throw refusal("have a \(name) below 1") }
        return count
    }
}
