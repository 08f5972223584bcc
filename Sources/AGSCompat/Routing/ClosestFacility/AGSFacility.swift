import CairnGeo
public import CairnTasks
public import Foundation

/// One of the places of which the closest are looked for, such as a hospital.
public final class AGSFacility: NSObject {
    /// The new value, for code of Cairn.
    public private(set) var value: Facility

    /// One of Cairn, for old callers.
    public init(_ value: Facility) {
        self.value = value
    }

    /// A facility at a place.
    public convenience init(point: AGSPoint) {
        self.init(Facility(point: point.point))
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
    /// The most that a way from it may cost, in units of the impedance; NaN for what the parameters say.
    public var impedanceCutoff: Double {
        get { value.impedanceCutoff ?? .nan }
        set { value.impedanceCutoff = newValue.isNaN ? nil : newValue }
    }
    /// How it was found on the network, as an answer tells.
    public var locationStatus: AGSLocationStatus { AGSLocationStatus(value.locationStatus) }
}
