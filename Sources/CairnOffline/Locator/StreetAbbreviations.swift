/// The words of addresses that have more than one spelling, each with the one that is indexed.
///
/// Street types and directions after USPS Publication 28, appendices B and C; ordinals, and the commonest types of French, German,
/// Dutch, Italian and Spanish addresses beside them.
/// "Saint" shares "st" with "Street": which is meant does not matter to a comparison that is made on both sides.
enum StreetAbbreviations {
    static func canonical(_ token: String) -> String {
        table[token] ?? compound(token) ?? token
    }

    /// Words that say little by themselves: many streets share them, and people leave them out.
    static func isMinor(_ canonical: String) -> Bool { minor.contains(canonical) }

    /// The indexed forms of words that begin with what somebody has typed.
    static func completions(of prefix: String) -> Set<String> {
        guard prefix.utf8.count >= 2 else { return [] }
        return Set(table.lazy.filter { $0.key.hasPrefix(prefix) }.map(\.value))
    }

    /// The indexed forms of the long words that a word may be a misspelling of.
    static func misspelt(_ word: [UInt8]) -> [String] {
        let forms = longWords.filter { EditDistance.between(word, $0.word, limit: 1) != nil }
        return Set(forms.map(\.form)).sorted()
    }

    private static let longWords = table.filter { $0.key.utf8.count >= 4 }.map { (word: Array($0.key.utf8), form: $0.value) }

    /// "Hauptstrasse" and "Hauptstr." are one word, and so are "Marienplatz" and "Marienpl."
    private static func compound(_ token: String) -> String? {
        for (long, short) in [("strasse", "str"), ("straat", "str"), ("platz", "pl")] where token.hasSuffix(long) {
            if token.utf8.count > long.utf8.count + 1 { return token.dropLast(long.count) + short }
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
        "pne": "pine", "pnes": "pines", "pl": "place", "pln": "plain", "plns": "plains", "plz": "plaza", "pt": "point",
        "prt": "port", "pr": "prairie", "rnch": "ranch", "rpds": "rapids", "rst": "rest", "rdg": "ridge", "riv": "river",
        "rd": "road", "rte": "route", "shr": "shore", "skwy": "skyway", "spg": "spring", "spgs": "springs",
        "sq": "square sqr", "sta": "station", "strm": "stream", "st": "street strt str strasse straat saint sainte",
        "smt": "summit",
        "ter": "terrace terr", "trce": "trace", "trl": "trail trails trls", "tunl": "tunnel", "tpke": "turnpike trnpk",
        "un": "union", "vly": "valley", "via": "viaduct", "vw": "view", "vlg": "village", "vis": "vista", "wl": "well",
        "wls": "wells", "ft": "fort", "ch": "chemin", "imp": "impasse", "psg": "passage", "vle": "viale", "pza": "piazza",
        "cso": "corso",
        "pso": "paseo", "cl": "calle",
    ]

    private static let ordinals = [
        "1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth",
        "7th": "seventh", "8th": "eighth", "9th": "ninth", "10th": "tenth", "11th": "eleventh", "12th": "twelfth",
    ]

    private static let table: [String: String] = {
        var table: [String: String] = [:]
        for (short, longs) in directions.merging(types, uniquingKeysWith: { $1 }).merging(ordinals, uniquingKeysWith: { $1 }) {
            for long in longs.split(separator: " ") { table[String(long)] = short }
        }
        return table
    }()

    private static let minor: Set<String> = Set(directions.keys).union([
        "aly", "ave", "blvd", "byp", "cir", "ct", "cv", "cres", "dr", "expy", "ext", "fwy", "hwy", "ln", "pkwy", "pl",
        "plz", "rd", "rte", "sq", "st", "ter", "trce", "trl", "tpke", "the", "of", "de", "la", "le", "and",
    ])
}
