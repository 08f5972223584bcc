import CairnCore
import CairnGeo
import CairnTasks
public import Foundation

/// What is to be found, in the spelling of 10.2. May be subclassed: what ``encodeToJSON()`` gives is what is asked, with a `magicKey`
/// if there is one, in the form in which this class writes it; members of other names are not sent.
///
/// ```swift
/// class MagicParameters: AGSLocatorFindParameters {
///     var magicKey: String!
///
///     override func encodeToJSON() -> [AnyHashable: Any]! {
///         var json: [AnyHashable: Any] = super.encodeToJSON()
///         json["magicKey"] = magicKey
///         return json
///     }
/// }
/// ```
open class AGSLocatorFindParameters: NSObject, AGSCoding {
    /// What is looked for.
    public var text: String!
    /// How many results there may be; 0 for any number.
    public var maxLocations = 0
    /// The attributes that results carry; `*` for all.
    public var outFields: [String]! = []
    /// The place near which results are the better; nil for none.
    public var location: AGSPoint!
    /// How far around that results are the better, in metres. Services of today do not ask for it, and it is not sent.
    public var distance = 0.0
    /// The rectangle that results lie in; nil for anywhere.
    public var searchExtent: AGSEnvelope!
    /// What the coordinates of results mean; nil for as the locator likes.
    public var outSpatialReference: AGSSpatialReference!

    /// Nothing is looked for yet.
    public override required init() { super.init() }

    /// What a dictionary says.
    public required convenience init(JSON json: [AnyHashable: Any]!) {
        self.init()
        decodeWithJSON(json)
    }

    /// Takes what a dictionary says, which ``encodeToJSON()`` has made.
    open func decode(withJSON json: [AnyHashable: Any]!) {
        guard let json else { return }
        text = json["text"] as? String ?? text
        maxLocations = Self.whole(json["maxLocations"]) ?? maxLocations
        outFields =
            (json["outFields"] as? String)?.split(separator: ",").map(String.init) ?? json["outFields"] as? [String] ?? outFields
        distance = (json["distance"] as? NSNumber)?.doubleValue ?? distance
        if case .point(let point)? = Self.geometry(json["location"]), point.x.isFinite, point.y.isFinite {
            location = AGSPoint(point)
        }
        if case .envelope(let box)? = Self.geometry(json["searchExtent"]) { searchExtent = AGSEnvelope(box) }
        let reference = (json["outSR"] as? [String: Any])?["wkid"] ?? json["outSR"]
        if let wkid = Self.whole(reference) { outSpatialReference = AGSSpatialReference(wkid: wkid) }
    }

    /// The same, as Swift 1 spelled it.
    #if !SilentMigration
        @available(*, deprecated, renamed: "decode(withJSON:)")
    #endif
    open func decodeWithJSON(_ json: [AnyHashable: Any]!) { decode(withJSON: json) }

    /// Itself as a dictionary.
    open func encodeToJSON() -> [AnyHashable: Any]! {
        var json: [AnyHashable: Any] = ["outFields": (outFields ?? []).joined(separator: ",")]
        json["text"] = text
        if maxLocations > 0 { json["maxLocations"] = maxLocations }
        if let location { json["location"] = Geometry.point(location.point).esriJSON.tree }
        if location != nil, distance.isFinite { json["distance"] = distance }
        if let searchExtent { json["searchExtent"] = Geometry.envelope(searchExtent.box).esriJSON.tree }
        if let wkid = outSpatialReference?.wkid, wkid > 0 { json["outSR"] = wkid }
        return json
    }

    private static func whole(_ value: Any?) -> Int? {
        (value as? NSNumber)?.intValue ?? (value as? String).flatMap { Int($0) }
    }

    private static func geometry(_ tree: Any?) -> Geometry? {
        tree.flatMap { try? JSONValue(propertyList: $0) }.flatMap { try? Geometry(esriJSON: $0) }
    }
}
