import CairnGeo
import CairnTasks
public import Foundation

/// What a locator can do.
public final class AGSLocatorInfo: NSObject {
    private let value: LocatorInfo

    init(_ value: LocatorInfo) {
        self.value = value
    }

    /// The name.
    public var name: String { value.name }
    /// What it says of itself.
    public var locatorDescription: String { value.description }
    /// The version.
    public var version: String { value.version }
    /// What the coordinates of results mean, unless it is asked for others; nil if it does not say.
    public var spatialReference: AGSSpatialReference? { value.spatialReference.map(AGSSpatialReference.init) }
    /// What else it says of how it finds things, such as `MinimumMatchScore`; nil if it says nothing, as of a file.
    public var properties: [String: String]? { value.properties.isEmpty ? nil : value.properties }
    /// Whether it suggests.
    public var supportsSuggestions: Bool { value.supportsSuggestions }
    /// The components in which an address may be given.
    public var searchAttributes: [AGSLocatorAttribute] { value.addressFields.map(AGSLocatorAttribute.init) }
    /// The attributes that results can carry.
    public var resultAttributes: [AGSLocatorAttribute] { value.resultFields.map(AGSLocatorAttribute.init) }
    /// The attributes that results for crossings of streets can carry, if those are of their own.
    public var intersectionResultAttributes: [AGSLocatorAttribute] {
        value.intersectionResultFields.map(AGSLocatorAttribute.init)
    }
    /// Whether it finds addresses.
    public var supportsAddresses: Bool { !value.addressFields.isEmpty || value.singleLineField != nil }
    /// Whether it tells results for crossings of streets from others.
    public var supportsIntersections: Bool { !value.intersectionResultFields.isEmpty }
    /// Whether it finds places by their names: those that do, say of what type a place is.
    public var supportsPOI: Bool { value.resultFields.contains { $0.name.lowercased() == "type" } }
}
