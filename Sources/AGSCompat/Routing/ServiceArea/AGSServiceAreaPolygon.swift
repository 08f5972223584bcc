import CairnGeo
import CairnTasks
public import Foundation

/// An area that can be reached from a facility, or from which it can be reached.
public final class AGSServiceAreaPolygon: NSObject {
    private let value: ServiceAreaPolygon

    init(_ value: ServiceAreaPolygon) {
        self.value = value
    }

    /// The area.
    public var geometry: AGSPolygon { AGSPolygon(value.geometry) }
    /// What it costs to get to where it begins, in units of the impedance; 0 where it begins at the facility.
    public var fromImpedanceCutoff: Double { value.fromImpedanceCutoff }
    /// What it costs to get to where it ends, in units of the impedance.
    public var toImpedanceCutoff: Double { value.toImpedanceCutoff }
}
