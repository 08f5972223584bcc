import CairnCore
import CairnGeo
package import Foundation

/// The attributes of a feature of a network service's answer, or of a request to it.
package struct NetworkAttributes {
    /// What services write in place of a time where there is none: the day before 1900, which is zero in the times of databases.
    package static let noTime = -2_209_161_600_000

    private let part: AnswerPart

    init(_ feature: AnswerPart) throws { part = try feature.required("attributes") }

    /// Those of a feature of a request, which may have none.
    package init(given feature: AnswerPart) throws {
        part = try feature.optional("attributes") ?? AnswerPart([:], of: feature.url)
    }

    package func text(_ name: String) throws -> String? { try part.optional(name)?.text() }
    package func number(_ name: String) throws -> Double? { try part.optional(name)?.number() }
    package func wholeNumber(_ name: String) throws -> Int? { try part.optional(name)?.wholeNumber() }

    package func date(_ name: String) throws -> Date? { try part.optional(name).flatMap { try Self.date($0) } }

    /// Of milliseconds since 1970; nil for what says that there is none.
    static func date(_ part: AnswerPart) throws -> Date? {
        let milliseconds = try part.number()
        return milliseconds == Double(noTime) ? nil : Date(timeIntervalSince1970: milliseconds / 1000)
    }

    /// Which of so many places, from 0; nil if none is told.
    func index(_ name: String, of count: Int) throws -> Int? {
        guard let part = try part.optional(name) else { return nil }
        guard let index = try part.wholeNumber().index(amongPlaces: count) else {
            throw part.refusal("is none of those that were asked about")
        }
        return index
    }

    func curbApproach(_ name: String) throws -> CurbApproach? { try wholeNumber(name).flatMap(CurbApproach.init) }

    /// The error that something is wrong with them.
    package func refusal(_ what: String) -> TransportError { part.refusal(what) }

    /// The numbers whose names begin so, by the rest of their names; those that are null are not there.
    package func numbers(after prefix: String) throws -> [String: Double] {
        var numbers: [String: Double] = [:]
        for name in try part.members().keys where name.hasPrefix(prefix) && name.count > prefix.count {
            if let number = try part.optional(name)?.number() { numbers[String(name.dropFirst(prefix.count))] = number }
        }
        return numbers
    }
}

extension Int {
    /// Where the place of this number stands among so many: services count from 1. Nil if there is none.
    package func index(amongPlaces count: Int) -> Int? { self >= 1 && self <= count ? self - 1 : nil }
}

/// Which of several costs are time and distance, and in what they are counted.
struct CostUnits {
    private let mode: TravelMode?
    private let info: NetworkInfo

    init(_ mode: TravelMode?, _ info: NetworkInfo) { (self.mode, self.info) = (mode ?? info.defaultTravelMode, info) }

    /// What costs are called in Esri's networks, where a layer does not say what they are counted in.
    private static let usual: [String: CostAttribute.Unit] = [
        "TravelTime": .minutes, "Minutes": .minutes, "WalkTime": .minutes, "TruckTravelTime": .minutes, "TruckMinutes": .minutes,
        "Time": .minutes,
        "Miles": .miles, "Kilometers": .kilometers, "Meters": .meters, "Length": .meters,
    ]

    private func unit(_ name: String) -> CostAttribute.Unit? { info.costAttributes[name]?.unit ?? Self.usual[name] }

    func seconds(_ costs: [String: Double]) -> Double? {
        first(costs, [mode?.timeAttributeName, mode?.impedanceAttributeName]) { $0.seconds }
    }

    func meters(_ costs: [String: Double]) -> Double? {
        first(costs, [mode?.distanceAttributeName, mode?.impedanceAttributeName]) { $0.meters }
    }

    /// The cost that the mode names, or else the first by name that is counted so.
    private func first(_ costs: [String: Double], _ names: [String?], _ factor: (CostAttribute.Unit) -> Double?) -> Double? {
        for name in names.compactMap(\.self) + costs.keys.sorted() {
            if let cost = costs[name], let factor = unit(name).flatMap(factor) { return cost * factor }
        }
        return nil
    }
}
