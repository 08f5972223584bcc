public import CairnTasks
public import Foundation

/// A way of moving through a network: what is kept short, what may be used, and how.
public final class AGSTravelMode: NSObject {
    private var mode: TravelMode
    /// What attributes depend on.
    public var attributeParameterValues: [AGSAttributeParameterValue]
    /// Where one may turn round.
    public var uTurnPolicy: AGSUTurnPolicy

    /// One of Cairn, for old callers.
    public init(_ value: TravelMode) {
        mode = value
        attributeParameterValues = value.attributeParameterValues.map(AGSAttributeParameterValue.init)
        uTurnPolicy = AGSUTurnPolicy(value.uTurnPolicy)
    }

    /// A mode to be filled in.
    public override convenience init() {
        self.init(TravelMode())
    }

    /// The new value, as this is now, for code of Cairn.
    public var value: TravelMode {
        var value = mode
        value.attributeParameterValues = attributeParameterValues.map(\.value)
        // Of the several that look the same the one that was there stays.
        if uTurnPolicy != AGSUTurnPolicy(mode.uTurnPolicy) { value.uTurnPolicy = uTurnPolicy.value }
        return value
    }

    /// What people call it.
    public var name: String {
        get { mode.name }
        set { mode.name = newValue }
    }
    /// What it is for.
    public var travelModeDescription: String {
        get { mode.modeDescription }
        set { mode.modeDescription = newValue }
    }
    /// What moves, such as `AUTOMOBILE`.
    public var type: String {
        get { mode.kind.rawValue }
        set { mode.kind = TravelMode.Kind(rawValue: newValue) }
    }
    /// The cost that is kept low, by its name.
    public var impedanceAttributeName: String {
        get { mode.impedanceAttributeName }
        set { mode.impedanceAttributeName = newValue }
    }
    /// The cost that is reported as time, by its name.
    public var timeAttributeName: String {
        get { mode.timeAttributeName }
        set { mode.timeAttributeName = newValue }
    }
    /// The cost that is reported as distance, by its name.
    public var distanceAttributeName: String {
        get { mode.distanceAttributeName }
        set { mode.distanceAttributeName = newValue }
    }
    /// What may not be used, by name.
    public var restrictionAttributeNames: [String] {
        get { mode.restrictionAttributeNames }
        set { mode.restrictionAttributeNames = newValue }
    }
    /// Whether far from its ends only larger roads are looked at.
    public var useHierarchy: Bool {
        get { mode.usesHierarchy }
        set { mode.usesHierarchy = newValue }
    }
    /// By how many metres lines may be simplified; 0 leaves them as they are.
    public var outputGeometryPrecision: Double {
        get { mode.outputGeometryPrecision ?? 0 }
        set { mode.outputGeometryPrecision = newValue > 0 ? newValue : nil }
    }
}
