import CairnCore

/// The tables of a locator file; Docs/LocatorFormat.md describes them for others.
enum LocatorSchema {
    static let version = 1
    /// "CRNL": tells a locator file from other SQLite files.
    static let applicationID = 0x4352_4E4C

    static let tables = """
        CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE feature (
            id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, place TEXT NOT NULL,
            city TEXT NOT NULL, subregion TEXT NOT NULL, region TEXT NOT NULL, postal TEXT NOT NULL,
            country TEXT NOT NULL, category TEXT NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,
            xmin INTEGER NOT NULL, ymin INTEGER NOT NULL, xmax INTEGER NOT NULL, ymax INTEGER NOT NULL);
        CREATE TABLE point (
            id INTEGER PRIMARY KEY, street INTEGER NOT NULL, number INTEGER NOT NULL, label TEXT NOT NULL,
            postal TEXT NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL);
        CREATE TABLE range (
            id INTEGER PRIMARY KEY, street INTEGER NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL,
            first INTEGER NOT NULL, last INTEGER NOT NULL, parity INTEGER NOT NULL, postal TEXT NOT NULL,
            line BLOB NOT NULL);
        CREATE TABLE spatial (ids BLOB NOT NULL, boxes BLOB NOT NULL);
        CREATE VIRTUAL TABLE search USING fts5(
            name, context, content = '', columnsize = 0, detail = none, tokenize = "unicode61 remove_diacritics 0");
        """

    static let indexes = """
        CREATE INDEX feature_key ON feature (key);
        CREATE INDEX point_street ON point (street, number);
        CREATE INDEX range_street ON range (street, low);
        CREATE VIRTUAL TABLE vocabulary USING fts5vocab(search, row);
        CREATE TABLE word (word TEXT PRIMARY KEY, reversed TEXT NOT NULL, count INTEGER NOT NULL) WITHOUT ROWID;
        """
}

/// What a feature of a locator is.
enum FeatureKind: Int, Sendable {
    /// A settlement or another named place.
    case place = 0
    /// A street, with addresses.
    case street = 1
    /// A named point that has an address.
    case pointOfInterest = 2
}

/// Which house numbers a range holds.
enum Parity: Int, Sendable {
    case all = 0, odd = 1, even = 2

    func holds(_ number: Int) -> Bool {
        switch self {
        case .all: true
        case .odd: number % 2 != 0
        case .even: number % 2 == 0
        }
    }
}

/// Coordinates as the file keeps them: degrees times 10⁷.
enum Fixed {
    static func from(_ degrees: Double) -> Int32 { Int32(clamping: Int(rounding: degrees.clamped(to: -200...200) * 1e7) ?? 0) }
    static func degrees(_ value: Int32) -> Double { Double(value) / 1e7 }
    static func degrees(_ value: Int) -> Double { Double(value) / 1e7 }
}
