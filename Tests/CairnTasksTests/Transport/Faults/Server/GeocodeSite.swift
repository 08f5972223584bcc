import CairnTasks
import CairnTesting
import Foundation

/// A geocode service that wants tokens, and the office that issues them.
struct GeocodeSite: HonestSite {
    let office: TokenOffice

    init(seed: UInt64) {
        office = TokenOffice(seed: seed)
    }

    var secrets: [String] { office.secrets }

    func answer(to request: ScriptedRequest) -> HonestAnswer {
        let operation = request.path.split(separator: "/").last ?? ""
        if operation == "generateToken" { return office.issue(request) }
        guard office.admits(request) else { return TokenOffice.refusal }
        return Self.pages[String(operation)].map(HonestAnswer.json) ?? HonestAnswer(status: 404)
    }

    private static let entries = [2, 0, 1].map { number in
        """
        {"address":"Ring \(number)","location":{"x":\(number + 11).25,"y":48.5},"score":\(100 - number),
         "extent":{"xmin":10,"ymin":48,"xmax":12,"ymax":49},
         "attributes":{"ResultID":\(number),"Status":"M","Rank":1.5,"Street":"Ring"}}
        """
    }.joined(separator: ",")

    private static let pages = [
        "GeocodeServer": """
        {"currentVersion":11.1,"serviceDescription":"Ring","addressFields":[{"name":"Street","alias":"Ring","length":100},{"name":"City"}],
         "singleLineAddressField":{"name":"SingleLine"},"candidateFields":[{"name":"Score","type":"esriFieldTypeDouble"}],
         "spatialReference":{"wkid":4326},"capabilities":"Geocode,ReverseGeocode,Suggest","countries":["AUT"],
         "locatorProperties":{"MaxBatchSize":"3","SuggestedBatchSize":3}}
        """,
        "findAddressCandidates": "{\"spatialReference\":{\"wkid\":4326},\"candidates\":[\(entries)]}",
        "geocodeAddresses": "{\"spatialReference\":{\"wkid\":4326},\"locations\":[\(entries)]}",
        "suggest": #"{"suggestions":[{"text":"Ring 1","magicKey":"Ring","isCollection":false},{"text":"Ring","magicKey":"b"}]}"#,
        "reverseGeocode": """
        {"address":{"Match_addr":"Ring 1","Street":"Ring","City":"Ring","AddNum":1},
         "location":{"x":11.25,"y":48.5,"spatialReference":{"wkid":4326}}}
        """,
    ]
}
