/// Countries as they are called in other languages than English, and formerly: words of a query, for a locator has the English names and codes.
enum CountryPhrases {
    /// The country that some words begin with, by its three letters, and how many of them it takes.
    static func country(_ words: some Collection<String>) -> (code: String, count: Int)? {
        guard let first = words.first, mayBegin(with: first) else { return nil }
        for count in stride(from: min(words.count, longest), to: 0, by: -1) {
            if let code = codes[words.prefix(count).joined(separator: " ")] { return (code, count) }
        }
        return nil
    }

    /// Whether one of them begins with a word.
    static func mayBegin(with word: String) -> Bool { beginnings.contains(word) }

    private static let names = [
        "ARE": "VAE", "AUT": "Österreich|Autriche|Oostenrijk|Republik Österreich", "AUS": "Australien|Australie",
        "BEL": "België|Belgique|Belgien|Belgica|Belgio", "BGR": "Bulgarien|България",
        "BIH": "Bosnia|Bosnien|Bosnia and Herzegovina",
        "BRA": "Brasil|Brasilien|Brésil|Brasile", "CAN": "Kanada", "CHE": "Schweiz|Suisse|Svizzera|Svizra|Suiza|Zwitserland",
        "CHN": "China|PR China|People's Republic of China|中国|Chine", "CIV": "Ivory Coast|Elfenbeinküste", "CPV": "Cabo Verde",
        "CZE": "Czech Republic|Česko|Česká republika|Tschechien|Tchéquie|República Checa",
        "DEU": "Deutschland|Allemagne|Alemania|Germania|Duitsland|Bundesrepublik Deutschland|BRD|Tyskland",
        "DNK": "Danmark|Dänemark|Dinamarca",
        "EGY": "Ägypten|Egipto|Égypte|مصر", "ESP": "España|Espagne|Spanien|Spagna|Spanje|Reino de España", "EST": "Eesti|Estland",
        "FIN": "Suomi|Finnland|Finlandia|Finlande", "FRA": "Francia|Frankreich|Frankrijk|République française",
        "GBR":
            "Great Britain|Britain|Reino Unido|Royaume-Uni|Regno Unito|Grossbritannien|Vereinigtes Königreich|Angleterre|Inglaterra",
        "GRC": "Hellas|Ελλάδα|Griechenland|Grèce|Grecia", "HRV": "Hrvatska|Kroatien|Croacia",
        "HUN": "Magyarország|Ungarn|Hungría|Hongrie",
        "IND": "Indien|Inde|भारत|Bharat", "IRL": "Éire|Republic of Ireland|Irland|Irlanda|Irlande", "ISL": "Republic of Iceland",
        "ITA": "Italia|Italien|Italie|Italië", "JPN": "日本|Japon|Nippon", "KOR": "Korea|Republic of Korea|대한민국|Südkorea",
        "LIE": "Fürstentum Liechtenstein|Principality of Liechtenstein|FL Liechtenstein", "LTU": "Lietuva|Litauen",
        "LUX": "Luxemburg|Lëtzebuerg",
        "LVA": "Latvija|Lettland", "MAR": "Maroc|Marruecos|Marokko|المغرب",
        "MEX": "Méjico|Mexiko|Mexique|Estados Unidos Mexicanos",
        "MKD": "Macedonia|Mazedonien", "MMR": "Burma|Birma",
        "NLD": "Nederland|Niederlande|Pays-Bas|Países Bajos|Holanda|Paesi Bassi|The Netherlands",
        "NOR": "Norge|Norwegen|Noruega|Norvège", "NZL": "Neuseeland|Aotearoa", "POL": "Polska|Polen|Polonia|Pologne",
        "PRT": "Portogallo",
        "ROU": "România|Rumänien|Rumania", "RUS": "Россия|Russland|Rusia|Russie|Russian Federation|Российская Федерация",
        "SRB": "Srbija|Србија|Serbien", "SVK": "Slovensko|Slowakei", "SVN": "Slovenija|Slowenien",
        "SWE": "Sverige|Schweden|Suecia|Suède",
        "SWZ": "Swaziland", "TUR": "Turkey|Türkei|Turquía|Turquie", "UKR": "Україна|Ucrania|Украина",
        "USA":
            "Estados Unidos|Estados Unidos de América|EE.UU.|EEUU|États-Unis|États-Unis d'Amérique|Vereinigte Staaten|Stati Uniti",
        "VNM": "Viet Nam|Việt Nam", "ZAF": "Südafrika|Sudáfrica",
    ]

    private static let codes = Dictionary(
        names.flatMap { code, names in
            names.split(separator: "|").map { (TextNormalizer.key(String($0)), code.lowercased()) }
        }, uniquingKeysWith: { min($0, $1) })

    private static let beginnings = WordTable(of: codes.keys.map { String($0.prefix { $0 != " " }) })
    private static let longest = 4
}
