package import CairnGeo
import Foundation

extension FeatureEdits {
    /// Refuses numbers, moments and places for which JSON has no words: they would be sent as null.
    ///
    /// - Parameter table: What the table is called.
    /// - Throws: `GeodatabaseError.wrongValue`, `GeodatabaseError.wrongGeometry`.
    package func verifyNumbers(of table: String) throws(GeodatabaseError) {
        for feature in adds + updates {
            for (name, value) in feature.attributes {
                if let reason = value.objection { throw .wrongValue(field: name, reason: reason) }
            }
            if let reason = feature.geometry?.objection { throw .wrongGeometry(table: table, reason: reason) }
        }
    }
}

extension AttributeValue {
    /// Why it cannot be sent; nil if it can.
    fileprivate var objection: String? {
        switch self {
        case .double(let number) where !number.isFinite: "\(number) is beyond the numbers that it holds"
        case .date(let date) where !date.timeIntervalSince1970.isFinite: "the date is no moment"
        default: nil
        }
    }
}

extension Geometry {
    /// Why it cannot be sent; nil if it can. An empty point is no place, and no mistake.
    fileprivate var objection: String? {
        if case .point(let point) = self, point.isEmpty { return nil }
        let positions = positions
        if let place = positions.first(where: { !$0.x.isFinite || !$0.y.isFinite }) {
            return "a vertex lies at \(place.x), \(place.y), which is no place"
        }
        let isLevel = positions.allSatisfy { ($0.z ?? 0).isFinite && ($0.m ?? 0).isFinite }
        return isLevel ? nil : "the height or measure of a vertex is infinite"
    }
}
