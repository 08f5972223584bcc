import CairnCore

/// What a locator file is; see Docs/LocatorFormat.md.
enum LocatorFormat {
    static let kind = BlockFormat.Kind(magic: 0x4C4E_5243, version: 2)
    static var version: Int { kind.version }
    /// Where files of the first version, which were of another kind, had their mark.
    static let (oldMagic, oldMagicPlace) = (UInt32(0x4352_4E4C), 68)
}

/// What a section holds, by its number in the file.
enum LocatorSection: UInt32, CaseIterable {
    case info = 1
    case texts
    case wordOffsets
    case words
    case wordTable
    case wordIDs
    case wordLists
    case postings
    case deletionOffsets
    case deletions
    case soundOffsets
    case sounds
    case features
    case featureWords
    case contexts
    case contextWords
    case keyTable
    case keys
    case postalCodes
    case runs
    case houses
    case ranges
    case lines
    case addressTree
    case featureTree
    case contextTree
    case names
    case beginningTable
    case beginnings
    case derivedTree
}
