import CairnCore
import Foundation
import Testing

@testable import CairnTasks

@Suite(.timeLimit(.minutes(10)))
struct RedactionTests {
    private let slashed = "abc/def+ghi/jkl==mno/pqr"
    private let quoted = "p<ssw&rd\"longer'than12"

    @Test(
        arguments: [
            (["abcdef", "defghi"], "abcdefghi", "[redacted]"), (["aaaa"], "xaaaaaaay", "x[redacted]y"),
            (["abcabd"], "abcabcabd", "abc[redacted]"), (["e", "longersecret"], "longersecret!", "[redacted]!"),
            (["100%25"], "100%25 50%", "[redacted] 50%"), ([""], "x", "x"), (["q7"], "key q7, q8", "key [redacted], q8"),
        ] as [([String], String, String)])
    func `secrets that overlap leave nothing of each other, and the rest is as it was`(
        secrets: [String], text: String, expected: String
    ) {
        #expect(Redaction(secrets).text(text) == expected)
    }

    @Test(
        arguments: [
            ("abc/def+ghi/jkl==mno/pqr", #"{"token":"abc\/def+ghi\/jkl==mno\/pqr"#),
            ("abc/def+ghi/jkl==mno/pqr", #"is \u0061bc\u002fdef\u002Bghi/jkl\u003d=mno/pqr!"#),
            ("abc/def+ghi/jkl==mno/pqr", "%2561bc%252Fdef%252Bghi%2Fjkl==mno/pqr"),
            ("p<ssw&rd\"longer'than12", "<b>p&lt;ssw&amp;rd&quot;longer&#39;than12</b>"),
            ("p<ssw&rd\"longer'than12", "p&#x3c;ssw&amp;amp;rd&#34;longer&apos;than12"),
            ("p<ssw&rd\"longer'than12", #"p<ssw&rd\"longer'than12"#),
            ("YW5uOmNvcnJlY3QtaG9yc2U=", "YW5uOmNvcnJlY3QtaG9yc2U is wrong"),
            ("correct horse battery staple", "correct+horse%20battery+staple"),
            ("correct horse battery staple", "correct+horse battery%2bstaple"),
            ("correct%41horse staple", "correct%41horse+staple%2e"), ("smile\u{1F600}smile", #"smile\ud83d\uDE00smile"#),
            ("passw\u{F6}rd-caf\u{E9}-1234", "passwo\u{308}rd-cafe\u{301}-1234"),
            ("passwo\u{308}rd-cafe\u{301}-1234", "passw\u{F6}rd-caf\u{E9}-1234"),
            ("passw\u{F6}rd-caf\u{E9}-1234", "passwo%CC%88rd-caf%C3%A9-1234"),
            ("it's-horse-1234'", #"it\'s-horse-1234\'"#), ("it's-horse-1234'", "it''s-horse-1234''"),
            ("gr\u{FC}nes-horse1234", "gr&uuml;nes-horse1234"), ("gr\u{FC}nes-horse1234", "gr%FCnes-horse1234"),
            ("gr\u{FC}nes-horse1234", "gr\u{C3}\u{BC}nes-horse1234"), ("gr\u{FC}nes-horse1234", "gr?nes-horse1234"),
            ("gr\u{FC}nes-horse1234", #"gr\xc3\xbcnes-horse1234"#), ("gr\u{FC}nes-horse1234", #"gr\xfcnes-horse1234"#),
            ("correct horse 1234", "correct&nbsp;horse&nbsp;1234"), ("p@ss!w#rd$1234", "p&commat;ss&excl;w&num;rd&dollar;1234"),
            ("horse-1234-AB", #"\x68orse\x2d1234-AB"#), ("horse-1234-AB", "%u0068orse-1234-AB"),
            ("horse-1234-AB", "&#104orse-1234-&#65&#66"), ("horse-1234-AB", "ho\u{200D}rs\u{200B}e\u{AD}-\u{FE0F}1234-AB"),
            ("horse-1234-AB", "horse-\r\n1234-AB"), ("horse-1234-AB", "horse%252525252d1234%252525252dAB"),
        ])
    func `a secret is found in whatever way it is written`(secret: String, text: String) {
        for text in [text, "%zz \\u12 &; \u{E9}\(text)%", "&\(text)\\"] {
            let hidden = Redaction([secret]).text(text)
            #expect(hidden.contains("[redacted]"), "\(hidden)")
            for part in ["def", "ssw", "YW5u", "horse", "smile", "1234"] { #expect(!hidden.contains(part), "\(hidden)") }
        }
        #expect(Redaction([secret]).json(["a": .string(text)]).text().contains("[redacted]"))
    }

    @Test func `the beginning of a long secret is hidden, for its end may have been cut off`() {
        let token = "0123456789abcdefGHIJKLMNOPQRSTUVWXYZ"
        for count in 16...35 {
            let text = "Invalid token: \(token.prefix(count))"
            #expect(Redaction([token]).text(text + "...") == "Invalid token: [redacted]...")
            #expect(Redaction([token]).text(text) == "Invalid token: [redacted]")
        }
        #expect(Redaction([token]).text("0123456789abcde, 0123456789abcdef") == "0123456789abcde, [redacted]")
        #expect(Redaction(["0123456789abcdefGHI"]).text("0123456789abcdefGH") == "0123456789abcdefGH")
    }

    @Test func `a secret is found wherever in a large text it is, and nothing else is`() {
        let secret = "p<ssw&rd\"longer'than12"
        let part = String(repeating: "x%20y &amp; \u{E9} ", count: 100)
        for offset in stride(from: 0, to: 40, by: 5) {
            let text = String(repeating: "z", count: 262_144 - part.utf8.count - offset) + part
            let hidden = Redaction([secret]).text(text + "p&lt;ssw&amp;rd&quot;longer&#39;than12" + part)
            #expect(hidden == text + "[redacted]" + part)
        }
    }

    @Test func `a number that is a secret is no code`() {
        let redaction = Redaction(["1234567890123456"])
        let error = ErrorEnvelope.failure(
            in: ["error": ["code": 1_234_567_890_123_456, "message": "x"]], HTTPResponse(status: 200),
            url: URL(string: "http://x")!, redaction)
        #expect((error as? ServiceError)?.code == 500)
    }

    #if os(Linux)
        @Test func `a large text takes no more memory than a few of its size`() async {
            await #expect(processExitsWith: .success) {
                let text = String(repeating: "0123456789 % ", count: 600_000)
                let before = Footprint.now
                #expect(Redaction(["p<ssw&rd-longer-than-12"]).text(text) == text)
                #expect(Footprint.now.peak - before.peak < 40 << 10)
            }
        }
    #endif

    @Test func `what only looks like an escape stays, and so does the text around a secret`() {
        let text = "100% of %zz \\x &nosuch; &#xD800; \u{E9}t\u{E9}"
        #expect(Redaction([slashed]).text(text) == text)
        #expect(Redaction([slashed]).text("\u{E9}%20\(slashed)&amp;\u{E9}") == "\u{E9}%20[redacted]&amp;\u{E9}")
    }

    @Test func `the address of an error is without them too, and printable`() throws {
        let url = try #require(URL(string: "https://gis.example.com/abc%2Fdef+ghi%2Fjkl==mno%2Fpqr/x"))
        let error = try #require(Redaction([slashed]).error(TransportError(.refused, url: url)) as? TransportError)
        #expect(error.url == "https://gis.example.com/[redacted]/x")
        let moved = TransportError(.timedOut, at: "https://gis.example.com/\u{1B}[2J")
        #expect((Redaction([slashed]).error(moved) as? TransportError)?.url == "https://gis.example.com/\\u{1B}[2J")
    }

    @Test func `a secret that repeats itself takes no more time than another`() {
        let (count, text) = (2000, String(repeating: "a", count: 200_000))
        let clock = ContinuousClock()
        func time(_ secret: String) -> Duration { clock.measure { _ = Redaction([secret]).text(text) } }
        let usual = time(String(repeating: "b", count: count))
        #expect(time(String(repeating: "a", count: count) + "b") < usual * 20)
    }
}
