import CairnGeo
public import CairnTasks
public import Foundation

/// How to complete what somebody is typing.
public final class AGSSuggestParameters: NSObject {
    /// Only these categories.
    public var categories: [String] = []
    /// Only this country.
    public var countryCode = ""
    /// At most so many; 0 leaves it to the locator.
    public var maxResults = 0
    /// Suggestions near here first.
    public var preferredSearchLocation: AGSPoint?
    /// Only suggestions in the extent of this.
    public var searchArea: AGSGeometry?

    /// The defaults.
    public override init() {}

    /// The new value, as this is now, for code of Cairn.
    public var value: SuggestParameters {
        var parameters = SuggestParameters()
        parameters.categories = categories
        parameters.countryCode = countryCode
        parameters.maxResults = maxResults
        parameters.preferredSearchLocation = preferredSearchLocation?.point
        parameters.searchArea = searchArea?.value.extent
        return parameters
    }
}
