import Foundation
import Testing

@testable import CairnOffline

struct FoldingTests {
    /// FNV-1a over everything that comes of U+0080…U+1FFFF: the same on every system, or an index of one is not found by another.
    @Test func `the folding of every letter is the one that was written down`() {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for value in UInt32(0x80)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for byte in Folding.folded(String(scalar)).utf8 + [0x0A] { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        #expect(digest == 18_027_145_160_527_972_683)
    }

    /// Scripts whose letters and marks have been what they are for long.
    @Test(arguments: [0xC0...0x17F, 0x386...0x3CE, 0x400...0x45F, 0x1E00...0x1EF9, 0xFF10...0xFF5A] as [ClosedRange<UInt32>])
    func `letters are folded as the system's library does it, but for those that are spelled out`(values: ClosedRange<UInt32>) {
        let own = Set("ÆÐØÞßæðøþĐđıŁłŒœſŉ".unicodeScalars)
        for scalar in values.compactMap(Unicode.Scalar.init) where scalar.properties.isAlphabetic && !own.contains(scalar) {
            let text = String(scalar)
            let folded = text.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
            #expect(Folding.folded(text) == folded, "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test(arguments: [
        ("Ærøskøbing", "aeroskobing"), ("Þórshöfn", "Thorshofn"), ("e\u{301}te\u{301}", "ete"), ("ﬁn", "fin"), ("ＡＢＣ１", "abc1"),
        ("가나", "가나"),
        ("東京—都", "東京 都"), ("a😀b", "a b"), ("𝔄", "𝔄"), ("Ελλάδα", "ελλαδα"), ("Ёлка", "елка"), ("’s", "s"), ("\u{0}", "\u{0}"),
    ])
    func `words are folded`(text: String, folded: String) {
        #expect(Folding.folded(text).lowercased() == folded.lowercased())
    }

    /// Words of many scripts, as the system's library has folded them: whole, for what a mark means depends on what it stands on.
    @Test func `words of living scripts are folded as they were when the table was made`() {
        let words = [
            "আরুবা", "আরব", "कुल", "कल", "เอเชีย", "འཛམ་གླིང", "မြန်မာ", "ភាសាខ្មែរ", "ລາວ", "తెలుగు", "தமிழ்", "ಕನ್ನಡ", "മലയാളം", "සිංහල", "ગુજરાતી",
            "ਪੰਜਾਬੀ", "日本語", "한국어", "ქართული", "Հայերեն", "Ελληνικά", "Українська", "𞤁𞤢𞥄𞤤𞤭", "Tiếng Việt", "Čeština",
        ]
        for word in words {
            let folded = word.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
            let found = TextNormalizer.words(word).joined(separator: " ")
            #expect(found == folded.replacing("་", with: " "), "\(word): \(found), not \(folded)")
        }
        #expect(Set(words.map(Folding.folded)).count == words.count)
    }

    @Test(arguments: [
        ("محمَّد", "محم\u{64E}\u{651}د"), ("שּׁ", "ש\u{5C1}\u{5BC}"), ("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"),
        ("が", "か\u{3099}"),
    ])
    func `spellings that mean one text are folded to one`(one: String, other: String) {
        for text in [one, other] { #expect(Array(Folding.folded(text).utf8) == Array(Folding.folded(one).utf8)) }
    }

    @Test func `what tells words apart is kept`() {
        #expect(Folding.folded("ｶﾞｰﾃﾞﾝ") != Folding.folded("ｶｰﾃﾝ"))
        #expect(Folding.folded("ﾊﾟﾝ") != Folding.folded("ﾊﾝ"))
    }

    @Test func `every country has a name, and every name its code`() {
        #expect(Set(CountryNames.english.keys) == Set(CountryCodes.threeLetters.keys))
        for (code, name) in CountryNames.english {
            #expect(CountryNames.spellings(of: code).contains(name), "\(name)")
        }
    }
}
