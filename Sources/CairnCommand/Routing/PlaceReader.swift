import Cairn
import CairnCore
import Foundation

/// Places as people write them: coordinates, or what a locator finds.
struct PlaceReader {
    private let locator: LocatorTask?

    init(_ arguments: Arguments) throws { locator = try NetworkOption.locator(arguments) }

    struct Place: Sendable {
        /// What was written, or what was found for it.
        let name: String
        let point: MapPoint
    }

    /// - Throws: `UsageError` where there is no locator, or nothing is found; what the locator throws.
    func places(_ texts: [String]) async throws -> [Place] {
        var places: [Place] = []
        for text in texts { places.append(try await place(text)) }
        return places
    }

    private func place(_ text: String) async throws -> Place {
        // What a locator may know, such as a postal code, is no place by itself.
        if let point = try? Coordinates.point(text) { return Place(name: text, point: point) }
        guard let locator else {
            if text.allSatisfy({ $0.isNumber || " ,.-+eE".contains($0) }) { _ = try Coordinates.point(text) }
            throw UsageError(
                reason:
                    "\"\(text.printable(upTo: 60))\" is no longitude and latitude in degrees, such as -8.61,41.15; addresses want a --locator."
            )
        }
        var parameters = GeocodeParameters()
        (parameters.maxResults, parameters.outputSpatialReference) = (1, .wgs84)
        guard let result = try await locator.geocode(forSearchText: text, using: parameters).first, let point = result.location
        else {
            throw PlaceNotFound(text: text)
        }
        return Place(name: result.label, point: point)
    }
}

/// An address that the locator does not know.
struct PlaceNotFound: Error, CustomStringConvertible, LocalizedError {
    let text: String

    var description: String { "Nothing fits \"\(text.printable(upTo: 60))\"." }
    var errorDescription: String? { description }
}
