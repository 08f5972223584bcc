import CairnCore
package import CairnGeo
import Foundation

extension AnswerPart {
    /// A text with something in it; nil if it is missing or empty, which is how many services write that there is none.
    func filledWords(_ name: String) throws -> String? {
        try words(name).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// A number, a text or a Boolean, which is 0 or 1.
    func plainValue() throws -> AttributeValue {
        guard json.array == nil, json.object == nil else { throw refusal("is no value") }
        return AttributeValue(esriJSON: json)
    }

    /// A global id.
    func globalID() throws -> UUID {
        guard let id = UUID(globalID: try text().trimmingCharacters(in: .whitespaces)) else { throw refusal("is no global id") }
        return id
    }

    /// A geometry.
    ///
    /// - Parameter reference: What coordinates mean if it does not say so itself.
    package func geometry(_ reference: SpatialReference?) throws -> Geometry {
        do { return try Geometry(esriJSON: json, spatialReference: reference) } catch let error as GeometryError {
            throw refusal("is no geometry: \(error.words)")
        }
    }

    /// A moment, in milliseconds since 1970.
    func milliseconds() throws -> Date { Date(timeIntervalSince1970: try number(within: -1e15...1e15) / 1000) }
}
