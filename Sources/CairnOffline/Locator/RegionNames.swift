/// The spellings of states and countries that addresses are written with, each with the code it stands for.
enum RegionNames {
    /// Codes in lower case by normalised name: "alabama" → "al", "deu" → "de".
    static let codes: [String: Set<String>] = {
        var codes: [String: Set<String>] = [:]
        func add(_ name: String, _ code: String) {
            codes[TextNormalizer.key(name), default: []].insert(code.lowercased())
        }
        for (code, name) in states {
            add(name, code)
            add(code, code)
        }
        for (two, three) in CountryCodes.threeLetters { add(three, two) }
        for (two, name) in CountryNames.english { add(name, two) }
        for (name, code) in others { add(name, code) }
        return codes
    }()

    /// The most words a name has.
    static let longestName = codes.keys.map { $0.split(separator: " ").count }.max() ?? 1

    private static let others = [
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
