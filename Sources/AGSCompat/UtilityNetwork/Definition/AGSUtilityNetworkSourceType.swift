/// What features are to a utility network.
public enum AGSUtilityNetworkSourceType: Int, Sendable {
    /// Points of it: devices, joints, structures.
    case junction = 0
    /// What leads from one to another.
    case edge = 1
}
