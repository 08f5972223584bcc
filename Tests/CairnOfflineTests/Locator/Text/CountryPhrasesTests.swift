import Foundation
import Testing

@testable import CairnOffline

struct CountryPhrasesTests {
    @Test(arguments: [
        ("Estados Unidos", "usa"), ("Estados Unidos de América", "usa"), ("Estados Unidos Mexicanos", "mex"), ("EE.UU.", "usa"),
        ("Österreich", "aut"), ("日本", "jpn"), ("The Netherlands", "nld"), ("Россия", "rus"), ("Fürstentum Liechtenstein", "lie"),
    ])
    func `a country is known by its names in other languages, the longest first`(name: String, code: String) {
        let words = TextNormalizer.tokens(name)
        #expect(CountryPhrases.country(words)?.code == code && CountryPhrases.country(words)?.count == words.count)
        #expect(CountryPhrases.country(words + ["next"])?.count == words.count)
    }

    @Test func `no country is called as another one in English`() {
        for (code, name) in CountryNames.english {
            let words = TextNormalizer.tokens(name)
            guard let found = CountryPhrases.country(words), found.count == words.count else { continue }
            #expect(found.code.uppercased() == CountryCodes.threeLetters[code], "\(name)")
        }
    }

    @Test func `other words are no country`() {
        #expect(CountryPhrases.country([String]()) == nil && CountryPhrases.country(["estados"]) == nil)
        #expect(CountryPhrases.country(["pueblos", "unidos"]) == nil)
    }
}
