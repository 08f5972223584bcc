import CairnCore
import Foundation

/// All parts of an open locator.
final class LocatorIndex: Sendable {
    let image: LocatorImage
    let texts: TextTable
    let lexicon: Lexicon
    let features: FeatureTable
    let contexts: ContextTable
    let keys: KeyTable
    let houses: HouseTable
    let ranges: RangeTable
    let addressTree: PackedTree
    let featureTree: PackedTree
    let derivedTree: PackedTree
    let contextTree: PackedTree
    let names: NameTable
    private let postalCodes: MappedSection

    /// - Throws: ``LocatorError``, `SystemError`.
    init(_ url: URL) throws {
        image = try LocatorImage(url.path)
        texts = TextTable(image)
        lexicon = Lexicon(image)
        features = FeatureTable(image)
        contexts = ContextTable(image)
        keys = KeyTable(image[.keyTable], image[.keys])
        names = NameTable(image)
        houses = HouseTable(image)
        ranges = RangeTable(image)
        postalCodes = image[.postalCodes]
        do throws(BlockDamage) {
            addressTree = try PackedTree(image[.addressTree])
            featureTree = try PackedTree(image[.featureTree])
            derivedTree = try PackedTree(image[.derivedTree])
            contextTree = try PackedTree(image[.contextTree])
        } catch { throw LocatorError.damaged(path: url.path) }
    }

    /// A post code by its number; empty for none.
    func postal(_ index: Int) throws(BlockDamage) -> UnsafeRawBufferPointer {
        index == 0 ? UnsafeRawBufferPointer(start: nil, count: 0) : try texts.bytes(try postalCodes.number(index))
    }
}
