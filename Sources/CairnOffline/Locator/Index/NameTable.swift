import Foundation

/// The different names of a locator in the order of their words, each by a feature that has it; see ``NameWriter``.
struct NameTable: Sendable {
    private let section: MappedSection
    private let beginnings: KeyTable
    let count: Int

    init(_ image: LocatorImage) {
        section = image[.names]
        count = section.count(of: 4)
        beginnings = KeyTable(image[.beginningTable], image[.beginnings])
    }

    /// Of the features with a name that is called so the most important.
    subscript(index: Int) -> Int {
        get throws(BlockDamage) { try section.number(index) }
    }

    /// The most important names that begin so, if there are many.
    func important(startingWith text: String) throws(BlockDamage) -> PostingCursor? {
        try beginnings.features(TextHash.of(text.utf8))
    }
}
