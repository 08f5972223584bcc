import CairnTasks
public import Foundation

/// What was found, in the spelling of 10.2.
public final class AGSLocatorFindResult: NSObject {
    private let result: AGSGeocodeResult

    init(_ result: AGSGeocodeResult) {
        self.result = result
        graphic = AGSGraphic(geometry: result.displayLocation, symbol: nil, attributes: result.attributes)
    }

    /// Its name, or address.
    public var name: String! { result.label }
    /// The place, with the attributes that were asked for.
    public let graphic: AGSGraphic!
    /// What to show of a map to see it; nil if the locator does not say.
    public var extent: AGSEnvelope! { result.extent }
    /// How well it fits, 0…100.
    public var score: Double { result.score }
}
