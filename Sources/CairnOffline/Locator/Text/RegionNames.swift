/// The spellings of states and countries that addresses are written with, each with the code it stands for.
enum RegionNames {
    /// A region as it is written, and with the names and codes that stand for the same.
    ///
    /// - Parameter country: As it is written; empty if it is not known.
    static func spellings(of region: String, in country: String) -> [String] {
        guard country.isEmpty || CountryNames.isUnitedStates(country), let code = stateCode(of: region), let name = states[code]
        else { return [region] }
        return [region, code, name] + formerly[code, default: []]
    }

    /// The postal code of a state of the USA; nil for what is none.
    static func stateCode(of region: String) -> String? {
        codesAsWritten[region] ?? phrases[TextNormalizer.key(region)]
    }

    /// What most tables have, without a look at its letters.
    private static let codesAsWritten = Dictionary(
        uniqueKeysWithValues: states.flatMap { [($0.key, $0.key), ($0.value, $0.key)] }
            // Behind "Washington" a query has the code alone.
            + [("Washington, D.C.", "DC"), ("Washington, DC", "DC"), ("Washington DC", "DC"), ("Washington D.C.", "DC")])

    /// The states' names, codes and abbreviations as the words of a query are spelt, each with the postal code.
    static let phrases = WordTable(Dictionary(written.map { (TextNormalizer.key($0.text), $0.code) }) { min($0, $1) })

    /// How many words a state has at most.
    static let longest = 3

    /// Whether one of the phrases, or "New York State", ends with a word.
    static func mayEnd(with word: String) -> Bool { lastWords.contains(word) }

    private static let lastWords = WordTable(of: ["state"] + written.compactMap { TextNormalizer.tokens($0.text).last })

    private static let written = states.flatMap { code, name in
        // "I. L."; "N. E." is a direction.
        let spaced = code == "NE" ? [] : [code.map(String.init).joined(separator: " ")]
        return ([code, "US-\(code)", name] + spaced + formerly[code, default: []] + others[code, default: []])
            .map { (text: $0, code: code) }
    }

    private static let others = [
        "CA": ["Cal"], "ID": ["Ida"], "NC": ["No Carolina"], "ND": ["No Dakota", "No Dak", "NDak"], "NM": ["NMex"],
        "SC": ["So Carolina", "S Car", "SCar"],
        "SD": ["So Dakota", "So Dak", "SDak"], "WV": ["WVa", "W Virg"],
    ]

    /// Abbreviations from before the postal codes.
    private static let formerly = [
        "AL": ["Ala"], "AZ": ["Ariz"], "AR": ["Ark"], "CA": ["Calif"], "CO": ["Colo"], "CT": ["Conn"], "DE": ["Del"],
        "FL": ["Fla"],
        "IL": ["Ill"], "IN": ["Ind"], "KS": ["Kan", "Kans"], "MA": ["Mass"], "MI": ["Mich"], "MN": ["Minn"], "MS": ["Miss"],
        "MT": ["Mont"],
        "NE": ["Neb", "Nebr"], "NV": ["Nev"], "NM": ["N Mex"], "ND": ["N Dak"], "OK": ["Okla"], "OR": ["Ore", "Oreg"],
        "PA": ["Penn", "Penna"],
        "SD": ["S Dak"], "TN": ["Tenn"], "TX": ["Tex"], "WA": ["Wash"], "WI": ["Wis", "Wisc"], "WV": ["W Va"], "WY": ["Wyo"],
    ]

    /// Names of countries beside the English ones.
    static let countries = [
        "USA": "us", "U.S.A.": "us", "United States of America": "us", "America": "us", "UK": "gb", "Great Britain": "gb",
        "England": "gb", "Holland": "nl", "Czech Republic": "cz", "Deutschland": "de", "España": "es", "Österreich": "at",
        "Schweiz": "ch", "Italia": "it", "Washington DC": "dc",
    ]

    /// States and territories of the USA by their postal codes.
    private static let states = [
        "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
        "CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho",
        "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana",
        "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota",
        "MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada",
        "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York", "NC": "North Carolina",
        "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
        "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas",
        "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington", "WV": "West Virginia",
        "WI": "Wisconsin", "WY": "Wyoming", "DC": "District of Columbia", "PR": "Puerto Rico",
    ]
}
