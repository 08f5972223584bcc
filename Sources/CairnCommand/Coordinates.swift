import Cairn
import CairnCore
import Foundation

/// Longitude and latitude in one word.
enum Coordinates {
    static func point(_ text: String) throws -> MapPoint {
        let numbers = text.split { ", ".contains($0) }.map { Double(decimal: $0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], abs(x) <= 180, abs(y) <= 90 else {
            throw UsageError(reason: "\"\(text)\" is no longitude and latitude in degrees, such as -117.19,34.05.")
        }
        return MapPoint(latitude: y, longitude: x)
    }
}
