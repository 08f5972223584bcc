import CairnCore

/// The named characters of HTML that can be typed, and those of Latin-1 (HTML 4.01, section 24; HTML 5 for ASCII).
enum HTMLEntities {
    private static let ascii: [(String, Character)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("excl", "!"), ("num", "#"), ("dollar", "$"),
        ("percnt", "%"), ("lpar", "("), ("rpar", ")"), ("ast", "*"), ("plus", "+"), ("comma", ","), ("period", "."), ("sol", "/"),
        ("colon", ":"), ("semi", ";"), ("equals", "="), ("quest", "?"), ("commat", "@"), ("lsqb", "["), ("bsol", "\\"),
        ("rsqb", "]"),
        ("Hat", "^"), ("lowbar", "_"), ("grave", "`"), ("lcub", "{"), ("verbar", "|"), ("rcub", "}"), ("Tab", "\t"),
        ("NewLine", "\n"),
    ]

    /// From U+00A0 on.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1
        ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc
        Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml
        aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave
        uacute ucirc uuml yacute thorn yuml
        """

    /// What each stands for, in UTF-8. The space that does not break is one.
    static let bytes: [String: [UInt8]] = {
        var bytes = Dictionary(uniqueKeysWithValues: ascii.map { ($0, Array(String($1).utf8)) })
        for (name, value) in zip(latin1.split(whereSeparator: \.isWhitespace), UInt32(0xA0)...) {
            bytes[String(name)] = Unicode.Scalar(value).map { Array(String($0).utf8) }
        }
        bytes["nbsp"] = [0x20]
        return bytes
    }()

    static let longestName = 8
}
