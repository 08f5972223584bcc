/// The words of addresses that have more than one spelling, each with the one that is indexed.
///
/// Street types and directions after USPS Publication 28, appendices B and C; ordinals, and the commonest types of French, German,
/// Dutch, Italian and Spanish addresses beside them.
/// "Saint" shares "st" with "Street": which is meant does not matter to a comparison that is made on both sides.
enum StreetAbbreviations {
    static func canonical(_ token: String) -> String {
        spellings[token] ?? compound(token) ?? token
    }

    /// What an indexed word does in the name of a street.
    static func role(of canonical: String) -> WordRole { knownRoles[canonical] ?? .name }

    /// Whether streets may be called so by their kind, such as "hts" for heights: most often it is a part of their name.
    static func isSuffix(_ canonical: String) -> Bool { types[canonical] != nil }

    /// The indexed forms of words that begin with what somebody has typed.
    static func completions(of prefix: String) -> Set<String> {
        guard prefix.utf8.count >= 2 else { return [] }
        return Set(table.lazy.filter { $0.key.hasPrefix(prefix) }.map(\.value))
    }

    /// The indexed forms of the long words that a word may be a misspelling of.
    static func misspelt(_ word: String) -> [String] {
        guard let distance = EditDistance(word.unicodeScalars.map(\.value)) else { return [] }
        return Set(longWords.lazy.filter { distance.to($0.word, limit: 1) != nil }.map(\.form)).sorted()
    }

    private static let longWords = table.filter { $0.key.utf8.count >= 4 }.sorted { $0.key < $1.key }.map {
        (word: $0.key.unicodeScalars.map(\.value), form: $0.value)
    }

    /// "Hauptstrasse" and "Hauptstr." are one word, and so are "Marienplatz" and "Marienpl."
    private static func compound(_ token: String) -> String? {
        guard let last = token.utf8.last, last == UInt8(ascii: "t") || last == UInt8(ascii: "r") || last == UInt8(ascii: "l")
        else {
            return nil
        }
        for (short, long) in [("straat", "strasse"), ("str", "strasse"), ("pl", "platz")] where token.hasSuffix(short) {
            // "Mapl" and "Templ" are cut short.
            let least = short == "pl" ? 4 : 2
            if token.utf8.count >= short.utf8.count + least { return token.dropLast(short.utf8.count) + long }
        }
        return nil
    }

    private static let directions = [
        "n": "north", "s": "south", "e": "east", "w": "west",
        "ne": "northeast", "nw": "northwest", "se": "southeast", "sw": "southwest",
    ]

    private static let types = [
        "aly": "alley ally allee", "anx": "annex", "arc": "arcade", "ave": "avenue av aven avn avenu avda avenida",
        "byu": "bayou", "bch": "beach", "bnd": "bend", "blf": "bluff", "blvd": "boulevard boul boulv bvd bd", "br": "branch",
        "brg": "bridge", "brk": "brook", "byp": "bypass", "cyn": "canyon", "cpe": "cape", "cswy": "causeway",
        "ctr": "center centre cntr cent", "cir": "circle circ crcl", "clf": "cliff", "clb": "club", "cmn": "common",
        "cor": "corner", "crse": "course", "ct": "court crt", "cv": "cove", "crk": "creek", "cres": "crescent crsent",
        "xing": "crossing crssng", "curv": "curve", "dl": "dale", "dm": "dam", "dr": "drive drv driv", "est": "estate",
        "ests": "estates", "expy": "expressway expwy expw", "ext": "extension extn", "fls": "falls", "fry": "ferry",
        "fld": "field", "flds": "fields", "flt": "flat", "frst": "forest", "frk": "fork", "fwy": "freeway frwy",
        "gdn": "garden", "gdns": "gardens", "gtwy": "gateway", "gln": "glen", "grn": "green", "grv": "grove",
        "hbr": "harbor harbour", "hvn": "haven", "hts": "heights hgts", "hwy": "highway hiway hway", "hl": "hill",
        "hls": "hills", "holw": "hollow", "is": "island", "jct": "junction", "knl": "knoll", "lk": "lake",
        "lks": "lakes", "lndg": "landing", "ln": "lane", "lgt": "light", "ldg": "lodge", "mnr": "manor",
        "mdw": "meadow", "mdws": "meadows", "ml": "mill", "mls": "mills", "mtwy": "motorway", "mt": "mount",
        "mtn": "mountain", "nck": "neck", "orch": "orchard", "opas": "overpass", "pkwy": "parkway parkwy pkway pky",
        "pne": "pine", "pnes": "pines", "pl": "place", "pln": "plain", "plns": "plains", "plz": "plaza plza pza piazza",
        "pt": "point",
        "prt": "port", "pr": "prairie", "rnch": "ranch", "rpds": "rapids", "rst": "rest", "rdg": "ridge", "riv": "river",
        "rd": "road", "rte": "route rt", "shr": "shore", "skwy": "skyway", "spg": "spring", "spgs": "springs",
        "sq": "square sqr", "sta": "station", "strm": "stream", "st": "street strt str strasse straat saint sainte sankt",
        "smt": "summit",
        "ter": "terrace terr", "trce": "trace", "trl": "trail trails trls", "tunl": "tunnel", "tpke": "turnpike trnpk",
        "un": "union", "vly": "valley", "via": "viaduct", "vw": "view", "vlg": "village", "vis": "vista", "wl": "well",
        "wls": "wells", "ft": "fort", "ch": "chemin che chem", "imp": "impasse", "psg": "passage", "vle": "viale", "crs": "cours",
        "fbg": "faubourg fg",
        "cso": "corso", "co": "county cty cnty",
        "pso": "paseo po", "cl": "calle", "cno": "camino cmno cam", "ctra": "carretera carr crta", "quai": "qu", "rda": "ronda",
        "trva": "travesia",
    ]

    private static let (spellings, knownRoles) = (WordTable(table), WordTable(roles))

    private static let table: [String: String] = {
        var table: [String: String] = [:]
        for (short, longs) in directions.merging(types, uniquingKeysWith: { $1 }) {
            for long in longs.split(separator: " ") { table[String(long)] = short }
        }
        return table
    }()

    /// The words that do not name; all others do.
    static let roles: [String: WordRole] = {
        var roles: [String: WordRole] = [:]
        for word in directions.keys { roles[word] = .qualifier }
        for word in ["us", "state", "co", "interstate", "farm"] { roles[word] = .qualifier }
        for word in kinds { roles[word] = .type }
        for word in ["the", "of", "de", "la", "le", "and", "du", "des", "del", "los", "las", "el", "les", "d", "y"] {
            roles[word] = .connective
        }
        return roles
    }()

    private static let kinds = [
        "aly", "ave", "blvd", "byp", "cir", "ct", "cv", "cres", "dr", "expy", "ext", "fwy", "hwy", "ln", "pkwy", "pl", "plz",
        "rd", "rte", "sq",
        "st", "ter", "trce", "trl", "tpke", "mews", "row", "walk", "way", "loop", "path", "rue", "cl", "pso", "cno", "quai",
        "imp", "ch", "ctra", "rda", "trva",
        "crs", "fbg", "vle", "cso", "psg",
    ]
}
