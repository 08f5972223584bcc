import CairnCore
import CairnTasks
import Foundation
import Testing

struct ServiceURLTests {
    @Test(arguments: [
        "https://ann:pw@gis.example.com/X/GeocodeServer", "https://ann@gis.example.com/X/GeocodeServer",
        "https://gis.example.com/X/GeocodeServer?token=pw", "https://gis.example.com/X?f=json&TOKEN=pw",
        "https://gis.example.com/X?to%6Ben=pw", "https://gis.example.com/X?access_token=pw",
        "https://gis.example.com/X?apikey=pw",
        "https://gis.example.com/X?f=json;apiKey=pw", "https://gis.example.com/X#access_token=pw",
        "https://gis.example.com/proxy?https://other.example.com/X?token=pw",
        "https://gis.example.com/proxy?https%3A%2F%2Fother.example.com%2FX%3Ftoken%3Dpw",
    ])
    func `an address that holds a secret is refused, when it is made and when it is read`(address: String) throws {
        let url = try #require(URL(string: address))
        #expect { try ServiceURL(url) } throws: { "\($0)".contains("CredentialStore") && !"\($0)".contains("pw") }
        #expect { try JSONValue.string(address).decode(ServiceURL.self) } throws: { !"\($0)".contains("pw") }
        let source: JSONValue = ["service": ["_0": .string(address)]]
        #expect(throws: (any Error).self) { try source.decode(LocatorSource.self) }
    }

    @Test(arguments: [
        "https://gis.example.com/arcgis/rest/services/Town/GeocodeServer", "http://127.0.0.1:6080/X?f=json",
        "https://gis.example.com/token/X",
        "https://gis.example.com/X?tokens=3",
    ])
    func `any other is stored as its text, as it always was`(address: String) throws {
        let source = LocatorSource.service(try ServiceURL(URL(string: address)!))
        let json: JSONValue = ["service": ["_0": .string(address)]]
        #expect(try JSONValue(encoding: source) == json)
        #expect(try json.decode(LocatorSource.self) == source)
    }
}
