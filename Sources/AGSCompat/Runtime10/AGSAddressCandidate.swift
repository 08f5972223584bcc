public import Foundation

/// An address and its place, in the spelling of 10.2.
public final class AGSAddressCandidate: NSObject {
    private let result: AGSGeocodeResult

    init(_ result: AGSGeocodeResult) { self.result = result }

    /// The address, under the name `Address`, and its parts.
    public var address: [AnyHashable: Any]! {
        var address: [AnyHashable: Any] = result.attributes ?? [:]
        address["Address"] = result.label
        return address
    }
    /// The attributes that were asked for.
    public var attributes: [AnyHashable: Any]! { result.attributes ?? [:] }
    /// Its address in one line.
    public var addressString: String! { result.label }
    /// Where it is.
    public var location: AGSPoint! { result.displayLocation }
    /// How well it fits, 0…100.
    public var score: Double { result.score }
}
