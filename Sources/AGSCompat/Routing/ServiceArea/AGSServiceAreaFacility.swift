import CairnGeo
public import CairnTasks
public import Foundation

/// A place whose surroundings are looked for.
public final class AGSServiceAreaFacility: NSObject {
    /// The new value, for code of Cairn.
    public private(set) var value: ServiceAreaFacility

    /// One of Cairn, for old callers.
    public init(_ value: ServiceAreaFacility) {
        self.value = value
    }

    /// A facility at a place.
    public convenience init(point: AGSPoint) {
        self.init(ServiceAreaFacility(point: point.point))
    }

    /// Where it is.
    public var geometry: AGSPoint? { AGSPoint(value.geometry) }
    /// What it is called.
    public var name: String {
        get { value.name }
        set { value.name = newValue }
    }
    /// On which side of the vehicle it shall be.
    public var curbApproach: AGSCurbApproach {
        get { AGSCurbApproach(value.curbApproach) }
        set { value.curbApproach = newValue.value ?? .eitherSide }
    }
    /// How far its areas reach, in units of the impedance, in any order; empty for what the parameters say.
    public var impedanceCutoffs: [NSNumber] {
        get { value.impedanceCutoffs.map { NSNumber(value: $0) } }
        set { value.impedanceCutoffs = Set(newValue.map(\.doubleValue)).sorted() }
    }
    /// How it was found on the network, as an answer tells.
    public var locationStatus: AGSLocationStatus { AGSLocationStatus(value.locationStatus) }
}
