public import CairnGeo

/// What a locator can do, read from its service or its file.
public struct LocatorInfo: Sendable, Hashable {
    /// The name.
    public var name: String
    /// What it says of itself.
    public var description: String
    /// The version of the server, or of the file's format.
    public var version: String
    /// The components an address may be given in.
    public var addressFields: [Field]
    /// The parameter that takes a whole address; nil if the locator takes none.
    public var singleLineField: String?
    /// The attributes that results can carry.
    public var resultFields: [Field]
    /// The attributes that results for crossings of streets can carry, if those are of their own; else empty.
    public var intersectionResultFields: [Field]
    /// What results' coordinates mean unless asked otherwise.
    public var spatialReference: SpatialReference?
    /// Whether it suggests.
    public var supportsSuggestions: Bool
    /// Whether it finds the address of a place.
    public var supportsReverseGeocoding: Bool
    /// How many records a batch had better hold.
    public var suggestedBatchSize: Int
    /// How many records a batch may hold.
    public var maximumBatchSize: Int
    /// The countries it knows, by their codes; empty if it does not say.
    public var countries: [String]
    /// What else the service says of how it finds things, such as `MinimumMatchScore`, in its own words; empty if it says nothing.
    public var properties: [String: String] = [:]

    /// What a locator says of itself.
    public init(
        name: String, description: String = "", version: String = "", addressFields: [Field] = [],
        singleLineField: String? = "SingleLine", resultFields: [Field] = [], intersectionResultFields: [Field] = [],
        spatialReference: SpatialReference? = .wgs84,
        supportsSuggestions: Bool = true, supportsReverseGeocoding: Bool = true, suggestedBatchSize: Int = 150,
        maximumBatchSize: Int = 1000, countries: [String] = []
    ) {
        self.name = name
        self.description = description
        self.version = version
        self.addressFields = addressFields
        self.singleLineField = singleLineField
        self.resultFields = resultFields
        self.intersectionResultFields = intersectionResultFields
        self.spatialReference = spatialReference
        self.supportsSuggestions = supportsSuggestions
        self.supportsReverseGeocoding = supportsReverseGeocoding
        self.suggestedBatchSize = suggestedBatchSize
        self.maximumBatchSize = maximumBatchSize
        self.countries = countries
    }
}
