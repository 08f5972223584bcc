import Cairn
import Foundation

/// A result on one line.
enum ResultLine {
    static func show(_ result: GeocodeResult, isJSON: Bool) {
        if isJSON {
            var members: [String: JSONValue] = [
                "address": .string(result.label), "score": .number(result.score),
                "attributes": .object(result.attributes.mapValues(\.esriJSON)),
            ]
            if let place = result.location { members["location"] = ["x": .number(place.x), "y": .number(place.y)] }
            Console.json(.object(members))
        } else {
            let place = result.location.map { String(format: "%.6f,%.6f", $0.x, $0.y) } ?? "no place"
            Console.print("\(String(format: "%6.2f", result.score))  \(place)  \(result.label.printable())")
        }
    }
}
