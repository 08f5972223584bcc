import CairnGeo
public import CairnTasks
public import Foundation

/// How to look for an address or a place.
public final class AGSGeocodeParameters: NSObject {
    /// Only these categories.
    public var categories: [String] = []
    /// Only this country.
    public var countryCode = ""
    /// Whether results may be kept.
    public var forStorage = false
    /// At most so many results; 0 leaves it to the locator.
    public var maxResults = 0
    /// Only results of at least this score.
    public var minScore = 0.0
    /// The language of results.
    public var outputLanguageCode = ""
    /// What results' coordinates shall mean.
    public var outputSpatialReference: AGSSpatialReference?
    /// Results near here first.
    public var preferredSearchLocation: AGSPoint?
    /// The attributes that results shall carry; "*" is all.
    public var resultAttributeNames: [String] = []
    /// Only results in the extent of this.
    public var searchArea: AGSGeometry?

    /// The defaults.
    public override init() {}

    /// The new value, as this is now, for code of Cairn.
    public var value: GeocodeParameters {
        var parameters = GeocodeParameters()
        parameters.categories = categories
        parameters.countryCode = countryCode
        parameters.isForStorage = forStorage
        parameters.maxResults = maxResults
        parameters.minScore = minScore
        parameters.outputLanguage = outputLanguageCode
        parameters.outputSpatialReference = outputSpatialReference?.value
        parameters.preferredSearchLocation = preferredSearchLocation?.point
        parameters.resultAttributeNames = resultAttributeNames
        parameters.searchArea = searchArea?.value.extent
        return parameters
    }
}
