import Testing

@testable import CairnOffline

struct TextNormalizerTests {
    @Test(arguments: [
        ("North Memorial Drive", "n memorial dr"), ("N. Memorial Dr.", "n memorial dr"), ("FIFTH  AVENUE", "5th ave"),
        ("O'Brien's Saint-Mark’s Pl", "obriens st marks pl"), ("37-15 St", "37-15 st"), ("131 1/2", "131 1/2"),
        ("U.S. Highway 82", "us hwy 82"),
        ("Straße der Nationen 5", "st der nationen 5"), ("Hauptstraße", "hauptstrasse"), ("Hauptstr.", "hauptstrasse"),
        ("Marienplatz", "marienplatz"), ("Marienpl.", "marienplatz"),
        ("Kerkstraat", "kerkstrasse"), ("Bd. de l’Église", "blvd de leglise"), ("Łódź Ørsted Đà", "lodz orsted da"),
        ("東京 都", "東京 都"),
        ("a,b;c(d)", "a b c d"), ("", ""), (" .,'- ", ""),
    ])
    func `texts that mean the same have one key`(text: String, key: String) {
        #expect(TextNormalizer.key(text) == key)
    }

    @Test(arguments: [
        ("12", 12, "12"), ("12A", 12, "12a"), ("37-15", 37, "37-15"), ("131 1/2", 131, "131 1/2"), ("007", 7, "007"),
    ])
    func `house numbers are read`(text: String, value: Int, label: String) {
        let number = HouseNumber(text)
        #expect(number?.value == value && number?.label == label)
    }

    @Test(arguments: ["", "a12", "5th", "2nd", "1234567890", "12abc", "-5"])
    func `what is no house number is none`(text: String) {
        #expect(HouseNumber(text) == nil)
    }

    @Test func `a flat is taken out of the query`() {
        #expect(AddressQuery("12 Main St Apt 4B, X").unit == "apt 4b")
        #expect(AddressQuery("12 Main St #5").words.map(\.text) == ["12", "main", "st"])
        #expect(AddressQuery("Suite Street").words.map(\.text) == ["suite", "st"])
    }

    @Test(
        arguments: [
            ("kitten", "kitten", 0), ("kitten", "kittn", 1), ("kitten", "kittens", 1), ("kitten", "kiten", 1),
            ("kitten", "iktten", 1),
            ("kitten", "sitting", nil), ("", "ab", 2), ("abc", "", nil),
        ] as [(String, String, Int?)])
    func `differences are counted, up to a limit`(a: String, b: String, distance: Int?) {
        #expect(EditDistance.between(letters(a), letters(b), limit: 2) == distance)
    }

    private func letters(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
}
