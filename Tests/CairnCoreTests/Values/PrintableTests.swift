import CairnCore
import Testing

struct PrintableTests {
    @Test(arguments: [
        ("\u{1B}[2Jgone", "\\u{1B}[2Jgone"), ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\u{7F}\u{9B}31m", "\\u{7F}\\u{009B}31m"),
        ("\u{202E}txt.exe\u{2066}", "\\u{202E}txt.exe\\u{2066}"), ("\u{2028}\u{2029}\u{85}", "\\u{2028}\\u{2029}\\u{0085}"),
        ("nul\0", "nul\\0"), ("\u{E0041}", "\\u{000E0041}"),
    ])
    func `what would move a cursor, break a line or reorder it is escaped`(text: String, shown: String) {
        #expect(text.printable() == shown)
    }

    @Test(arguments: ["Šárka", "می\u{200C}خواهم", "👩\u{200D}🚒", "a\\b \"c\"", ""]) func `words stay as they are`(text: String) {
        #expect(text.printable() == text)
    }

    @Test func `a long text is cut, whatever it is made of`() {
        #expect(String(repeating: "x", count: 500).printable() == String(repeating: "x", count: 500))
        #expect(String(repeating: "x", count: 501).printable() == String(repeating: "x", count: 500) + "…")
        #expect(String(repeating: "\u{1B}", count: 1 << 20).printable().count <= 501)
        #expect(("e" + String(repeating: "\u{301}", count: 1 << 20)).printable().unicodeScalars.count <= 501)
    }
}
