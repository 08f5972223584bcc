/// Whether a larger area has the smaller ones of the same facility in it.
public enum AGSServiceAreaPolygonCutoffGeometry: Int, Sendable {
    /// It begins where the smaller one ends.
    case rings = 0
    /// It begins at the facility.
    case disks = 1
}
