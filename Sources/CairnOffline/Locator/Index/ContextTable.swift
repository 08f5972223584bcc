import CairnCore

/// The settlements, regions and countries of a locator, each combination once; features are in their order.
struct ContextTable: Sendable {
    private static let size = 24
    private let section: MappedSection
    private let words: MappedSection
    let count: Int

    init(_ image: LocatorImage) {
        (section, words) = (image[.contexts], image[.contextWords])
        count = max(0, section.count / Self.size - 1)
    }

    private func number(_ context: Int, _ field: Int) throws(LocatorDamage) -> Int {
        guard context >= 0, context < count else { throw LocatorDamage() }
        return try section.number(context * (Self.size / 4) + field)
    }

    func city(_ context: Int) throws(LocatorDamage) -> Int { try number(context, 0) }
    func subregion(_ context: Int) throws(LocatorDamage) -> Int { try number(context, 1) }
    func region(_ context: Int) throws(LocatorDamage) -> Int { try number(context, 2) }
    func country(_ context: Int) throws(LocatorDamage) -> Int { try number(context, 3) }

    /// The features that lie in a context.
    func features(_ context: Int) throws(LocatorDamage) -> Range<Int> {
        let start = try number(context, 5)
        let end = try section.number((context + 1) * (Self.size / 4) + 5)
        return start..<max(start, end)
    }

    func words(of context: Int) throws(LocatorDamage) -> WordListCursor { try WordListCursor(words, number(context, 4)) }
}
