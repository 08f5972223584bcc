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

    @Test(
        arguments: [
            ("abc/def+ghi/jkl==mno/pqr", "ABC/DEF+GHI/JKL==MNO/PQR"),
            ("ABC/def+GHI/jkl==MNO/pqr", "abc%2Fdef%2Bghi%2Fjkl%3D%3Dmno%2Fpqr"),
            ("abc/def+ghi/jkl==mno/pqr", #"ABC\/DEF\u002bGHI\/JKL==MNO\/PQR"#), ("Horse-1234-AB", "hORSE-1234-ab"), ("Ab", "aB"),
            ("passw\u{F6}rd-caf\u{E9}-1234", "PASSW\u{D6}RD-CAF\u{C9}-1234"),
            ("passw\u{F6}rd-caf\u{E9}-1234", "PASSWO\u{308}RD-CAFE%CC%81-1234"),
            ("\u{43F}\u{430}\u{440}\u{43E}\u{43B}\u{44C}-1234", "\u{41F}\u{410}\u{420}\u{41E}\u{41B}\u{42C}-1234"),
            ("stra\u{DF}e-Horse-1234", "STRASSE-HORSE-1234"),
        ])
    func `a secret is found in capitals and in small letters`(secret: String, text: String) {
        #expect(Redaction([secret]).text("x: \(text), y") == "x: [redacted], y")
        #expect(Redaction([secret]).text("\u{E9} %zz: \(text)") == "\u{E9} %zz: [redacted]")
    }

    /// Of each length that padding knows, and with all that the two alphabets do not share.
    private static let encodable = [
        "horse1", "horse>>?>>?12", "horse>>?>>?123", "horse>>?>>?1234", "a-horse>>?>>?>-of-1234-letters", "gr\u{FC}nes-horse1234",
    ]

    @Test(arguments: encodable)
    func `a secret is found in Base64, of either alphabet, with padding and without, and escaped in that`(secret: String) throws {
        let usual = Data(secret.utf8).base64EncodedString()
        let ofURLs = usual.replacing("+", with: "-").replacing("/", with: "_")
        let unpadded = [usual, ofURLs].map { String($0.prefix { $0 != "=" }) }
        let escaped = [
            usual.addingPercentEncoding(withAllowedCharacters: .alphanumerics), usual.replacing("/", with: "\\/"),
            usual.replacing("=", with: "&#61;"), usual.utf8.map { "%" + String($0, radix: 16) }.joined(),
            usual.prefix(5) + "\r\n" + usual.dropFirst(5),
        ].compactMap(\.self)
        for form in [usual, ofURLs] + unpadded + escaped {
            #expect(Redaction([secret]).text("Basic \(form), which is wrong") == "Basic [redacted], which is wrong", "\(form)")
        }
        // In answers that is hidden of which the secret itself is.
        let isLong = secret.utf8.count >= 12
        #expect(Redaction([secret]).json(.string("<\(usual)>")) == .string(isLong ? "<[redacted]>" : "<\(usual)>"))
    }

    @Test(arguments: encodable.filter { $0.utf8.count > 8 })
    func `a secret is found in Base64 of more than that`(secret: String) {
        for (start, end) in [("", "x"), ("u", ""), ("us", "y"), ("user:", "yz"), ("{\"token\":\"", "\"}")] {
            let form = Data("\(start)\(secret)\(end)".utf8).base64EncodedString()
            for form in [form, form.replacing("+", with: "-").replacing("/", with: "_")] {
                let hidden = Redaction([secret]).text("Basic \(form), which is wrong")
                let rest = hidden.replacing("[redacted]", with: "").utf8.count - "Basic , which is wrong".utf8.count
                // A few letters have bits of what is before and behind.
                #expect(hidden.contains("[redacted]") && rest <= (start + end).utf8.count * 4 / 3 + 6, "\(hidden)")
            }
        }
    }

    @Test func `of a short secret nothing is hidden that could be any word`() {
        #expect(Redaction(["q7"]).text("cTc= cTc is no q7, nor Q7") == "cTc= cTc is no [redacted], nor [redacted]")
        #expect(Redaction(["q7"]).json(.string("q7 Q7 cTc=")) == .string("q7 Q7 cTc="))
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
