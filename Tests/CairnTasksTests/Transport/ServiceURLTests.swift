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
        "https://gis.example.com/X?%74oken=pw&x=%ff", "https://gis.example.com/X?url=https%253A%252F%252Fh%253Ftoken%253Dpw",
        "https://gis.example.com/X?%20to-ken%00=pw", "https://gis.example.com/X?+token=pw",
        "https://gis.example.com/X?token%5B0%5D=pw",
        "https://gis.example.com/X?id_token=pw", "https://gis.example.com/X?secret=pw",
        "https://gis.example.com/X?clientSecret=pw",
        "https://gis.example.com/X?subscription-key=pw", "https://gis.example.com/X?pwd=pw",
        "https://gis.example.com/X?sig=pw&se=1",
        "https://gis.example.com/X?Authorization=Bearer%20pw", "https://gis.example.com/X?agstoken=pw",
        "https://gis.example.com/X?X-Amz-Signature=pw", "https://gis.example.com/X?X-Goog-Signature=pw",
        "https://gis.example.com/X?Esri-Token=pw", "https://gis.example.com/X;jsessionid=pw",
        "https://gis.example.com/X?access_key=pw",
        "https://gis.example.com/X?private_key=pw", "https://gis.example.com/X?pass=pw", "https://gis.example.com/X?auth=pw",
        "https://gis.example.com/X?jwt=pw", "https://gis.example.com/X?bearer=pw", "https://gis.example.com/X?$token=pw",
        "https://gis.example.com/X?token:=pw", "https://gis.example.com/X;token=pw",
        "https://gis.example.com/X?u=https://ann:pw@h/",
        "https://gis.example.com/X?u=https%3A%2F%2Fann%3Apw%40h%2F",
        "https://gis.example.com/X?u=https%253A%252F%252Fann%253Apw%2540h",
    ])
    func `an address that holds a secret is refused, when it is made and when it is read`(address: String) throws {
        let url = try #require(URL(string: address))
        #expect { try ServiceURL(url) } throws: { "\($0)".contains("CredentialStore") && !"\($0)".contains("=pw") }
        #expect { try JSONValue.string(address).decode(ServiceURL.self) } throws: { !"\($0)".contains("=pw") }
        let source: JSONValue = ["service": ["_0": .string(address)]]
        #expect(throws: (any Error).self) { try source.decode(LocatorSource.self) }
    }

    @Test(arguments: [
        "oauth_token", "auth_token", "x-api-key", "client_assertion", "passphrase", "pw", "credential", "X-Amz-Credential", "sas",
        "key", "user_password", "X-Goog-Api-Key", "Ocp-Apim-Subscription-Key", "portalToken%5B0%5D", "%6Bey",
    ]) func `a parameter whose name ends as those of secrets do is refused, and read where it was stored before`(name: String)
        throws
    {
        let address = "https://gis.example.com/X/FeatureServer?f=json&\(name)=pw"
        let url = try #require(URL(string: address))
        #expect { try ServiceURL(url) } throws: { "\($0)".contains("CredentialStore") && !"\($0)".contains("=pw") }
        let stored = try JSONValue.string(address).decode(ServiceURL.self)
        #expect(stored.url == url)
        #expect(try JSONValue(encoding: stored) == .string(address))
    }

    @Test func `an address that is refused is told without what is secret in its path, and with the rest`() throws {
        let url = try #require(URL(string: "https://gis.example.com/X;v=2;to%6Ben=hunter2;w=3/Y;sig=hunter2?f=json"))
        #expect { try ServiceURL(url) } throws: { "\($0)".contains("The address https://gis.example.com/X;v=2;w=3/Y would be") }
    }

    @Test(arguments: [
        "https://gis.example.com/X?returnToken=true&tokenExpiration=60&magicKey=a&keys=1",
        "https://gis.example.com/X?nextPageToken=3", "https://gis.example.com/X?$skiptoken=3&isSecret=false&noPassword=1#key",
        "https://gis.example.com/proxy?https://other.example.com/sharing/rest/generateToken",
        "https://gis.example.com/arcgis/rest/services/Town/GeocodeServer", "http://127.0.0.1:6080/X?f=json",
        "https://gis.example.com/token/X",
        "https://gis.example.com/X?tokens=3", "https://gis.example.com/X?code=3&who=ann@example.com&u=https://h/@x",
    ])
    func `any other is stored as its text, as it always was`(address: String) throws {
        let source = LocatorSource.service(try ServiceURL(URL(string: address)!))
        let json: JSONValue = ["service": ["_0": .string(address)]]
        #expect(try JSONValue(encoding: source) == json)
        #expect(try json.decode(LocatorSource.self) == source)
    }

    @Test(arguments: ["https://ann:pw@gis.example.com/X?token=pw", "http://gis.example.com/town.locator"])
    func `the address of a file is that of a file, when it is written and when it is read`(address: String) throws {
        let source = LocatorSource.file(try #require(URL(string: address)))
        #expect { try JSONValue(encoding: source) } throws: { !"\($0)".contains("pw") }
        let json: JSONValue = ["file": ["_0": .string(address)]]
        #expect { try json.decode(LocatorSource.self) } throws: { !"\($0)".contains("pw") }
    }

    @Test func `a file is stored as it always was`() throws {
        let source = LocatorSource.file(URL(filePath: "/data/town.locator"))
        let json: JSONValue = ["file": ["_0": "file:///data/town.locator"]]
        #expect(try JSONValue(encoding: source) == json)
        #expect(try json.decode(LocatorSource.self) == source)
    }
}
