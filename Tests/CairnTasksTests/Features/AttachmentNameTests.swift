import CairnTasks
import Testing

/// What services make of names.
struct AttachmentNameTests {
    @Test(arguments: [
        ("a.txt", "a.txt"), ("x/y.txt", "y.txt"), ("x\\y.txt", "y.txt"), ("x/y/", "y"), ("/\u{301}z", "\u{301}z"),
        ("a\r\nX-Y: z", "aX-Y: z"), ("\0\u{7F}\u{85}x", "x"), ("a\u{2028}\u{2029}b", "ab"), ("", "attachment"),
        ("/", "attachment"), (" \t", "attachment"), ("..", ".."), (" a", " a"),
        ("\u{1F469}\u{200D}\u{1F680}", "\u{1F469}\u{200D}\u{1F680}"),
    ])
    func `of a name the last part of a path is kept`(name: String, kept: String) {
        #expect(Array(AttachmentName.cleaned(name).unicodeScalars) == Array(kept.unicodeScalars))
        #expect(AttachmentName.cleaned(kept) == kept)
    }

    @Test func `names are alike if a service may have made the one of the other`() {
        for (name, other) in [
            ("a", "a"), ("x/a", "a"), ("a", "x\\a"), ("\"a\"", "%22a%22"), ("a\r\nb", "a%0D%0Ab"), (" a ", "a"),
            ("", "attachment"), ("\u{E9}", "e\u{301}"),
        ] {
            #expect(AttachmentName.areAlike(name, other))
        }
        for (name, other) in [("a", "b"), ("a", "A"), ("a/b", "a"), ("a.txt", "a.TXT"), ("", "a")] {
            #expect(!AttachmentName.areAlike(name, other))
        }
    }
}
