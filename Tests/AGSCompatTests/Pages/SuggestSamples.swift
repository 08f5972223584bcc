import AGSCompat
import Foundation

// Code of the blog of July 2014 on suggestions, as far as a Swift of today compiles it. Docs/Compatibility.md lists what is replaced.

// swift-format-ignore
class AGSLocatorSuggestion : NSObject, AGSCoding {

    var text: String!

    var magicKey: String!

    var isCollection : Bool = false

    // What the blog leaves out.
    convenience init(JSON json: NSDictionary) {
        self.init()
        decode(withJSON: json as? [AnyHashable: Any])
    }

    func decode(withJSON json: [AnyHashable: Any]!) {
        text = json["text"] as? String
        magicKey = json["magicKey"] as? String
        isCollection = json["isCollection"] as? Bool ?? false
    }
}

// swift-format-ignore
extension AGSLocator {

    func suggestionsForParameters(_ params: AGSLocatorFindParameters, completion: @escaping (_ results: [AGSLocatorSuggestion]?, _ error: NSError?) -> Void) {

        let paramsDictionary = NSMutableDictionary(dictionary: ["f": "json"])

        paramsDictionary.addEntries(from: params.encodeToJSON())

        let op = AGSJSONRequestOperation(URL: self.URL, resource: "suggest", queryParameters: paramsDictionary)

        op.securedResource = self

        op.requestCachePolicy = self.requestCachePolicy

        op.timeoutInterval = self.timeoutInterval

        op.completionHandler = { (obj: AnyObject!) -> Void in

            var suggestions = [AGSLocatorSuggestion]()

            if let json = obj as? NSDictionary {

                if let array = json["suggestions"] as? [NSDictionary] {

                    for suggestionJson in array {

                        suggestions.append(AGSLocatorSuggestion(JSON: suggestionJson))

                    }
                }
            }

            completion(suggestions, nil)
        }

        op.errorHandler = { (err: NSError!) -> Void in

            completion(nil, err)
        }

        // queue up the operation
        AGSRequestOperation.sharedOperationQueue().addOperation(op)
    }
}

// swift-format-ignore
class AGSLocatorMagicFindParameters : AGSLocatorFindParameters {

    var magicKey : String!

    required init() {

        super.init()
    }

    override func decodeWithJSON(_ json: [AnyHashable : Any]!) {

        super.decodeWithJSON(json)

        magicKey = json["magicKey"]! as? String
    }

    override func encodeToJSON() -> [AnyHashable : Any]! {

        let result = NSMutableDictionary(dictionary: super.encodeToJSON())

        result["magicKey"] = magicKey

        return result as? [AnyHashable : Any]
    }
}

/// Stands for the view of the old SDK, which is not part of this module.
final class SuggestMapView {
    let visibleAreaCenter = AGSPoint(x: -74, y: 40.7, spatialReference: .wgs84())
    let spatialReference = AGSSpatialReference.webMercator()
}

// swift-format-ignore
final class SuggestViewController {
    let locator: AGSLocator
    let mapView = SuggestMapView()
    var lastSearch: String?
    var suggestions: [AGSLocatorSuggestion]? { didSet { changed?(suggestions) } }
    var changed: (([AGSLocatorSuggestion]?) -> Void)?

    init(_ locator: AGSLocator) {
        self.locator = locator
    }

    func findSuggestions(_ searchText: String) {

        let params = AGSLocatorFindParameters()

        params.text = searchText

        params.maxLocations = 5

        params.outFields = ["*"]

        params.location = mapView.visibleAreaCenter

        params.distance = 5000


        lastSearch = searchText


        locator.suggestionsForParameters(params, completion: { (results: [AGSLocatorSuggestion]?, error: NSError?) -> Void in

            self.suggestions = results

        })
    }

    func find(_ suggestion: AGSLocatorSuggestion, telling delegate: AGSLocatorDelegate) {

        let params = AGSLocatorMagicFindParameters()

        params.magicKey = suggestion.magicKey

        params.text = suggestion.text

        params.outSpatialReference = mapView.spatialReference

        params.maxLocations = suggestion.isCollection ? 5 : 1


        locator.delegate = delegate

        locator.findWithParameters(params)
    }
}
