public import CairnTasks
public import Foundation

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

    /// The new value, as this is now, for code of Cairn.
    public var value: ReverseGeocodeParameters {
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
