import CairnTasks
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

    var value: GeocodeParameters {
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
        parameters.searchArea = searchArea?.extent?.box
        return parameters
    }
}

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

    var value: SuggestParameters {
        var parameters = SuggestParameters()
        parameters.categories = categories
        parameters.countryCode = countryCode
        parameters.maxResults = maxResults
        parameters.preferredSearchLocation = preferredSearchLocation?.point
        parameters.searchArea = searchArea?.extent?.box
        return parameters
    }
}

/// How to look for what is at a place.
public final class AGSReverseGeocodeParameters: NSObject {
    /// Only these types.
    public var featureTypes: [String] = []
    /// Whether results may be kept.
    public var forStorage = false
    /// How far away an address may be, in metres; 0 leaves it to the locator.
    public var maxDistance = 0.0
    /// At most so many results.
    public var maxResults = 1
    /// The language of results.
    public var outputLanguageCode = ""
    /// What results' coordinates shall mean.
    public var outputSpatialReference: AGSSpatialReference?
    /// The attributes that results shall carry; all come.
    public var resultAttributeNames: [String] = []

    /// The defaults.
    public override init() {}

    var value: ReverseGeocodeParameters {
        var parameters = ReverseGeocodeParameters()
        parameters.featureTypes = featureTypes
        parameters.isForStorage = forStorage
        parameters.maxDistance = maxDistance > 0 ? maxDistance : nil
        parameters.maxResults = maxResults
        parameters.outputLanguage = outputLanguageCode
        parameters.outputSpatialReference = outputSpatialReference?.value
        return parameters
    }
}
