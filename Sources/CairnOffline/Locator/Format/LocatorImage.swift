import CairnCore

/// An open locator file: its sections.
struct LocatorImage: Sendable {
    private let image: BlockImage

    var file: MappedFile { image.file }
    /// Tells the file from what was built before it and after.
    var stamp: UInt32 { image.stamp }

    /// Opens a file. What is read are its header and its blocks' checksums; its blocks are checked when they are first read.
    ///
    /// - Throws: ``LocatorError``, `SystemError`.
    init(_ path: String) throws {
        let file = try MappedFile(path)
        do throws(BlockImage.Problem) { image = try BlockImage(file, LocatorFormat.kind) } catch {
            switch error {
            case .foreign: throw Self.isOld(file) ? LocatorError.olderFormat(path: path) : .notALocator(path: path)
            case .damaged: throw LocatorError.damaged(path: path)
            case .newer(let found): throw LocatorError.newerFormat(path: path, found: found, supported: LocatorFormat.version)
            }
        }
    }

    subscript(section: LocatorSection) -> MappedSection { image[section.rawValue] }

    private static func isOld(_ file: MappedFile) -> Bool {
        guard file.count >= LocatorFormat.oldMagicPlace + 4, let start = UnsafeRawPointer(bitPattern: file.address) else {
            return false
        }
        return UInt32(bigEndian: start.loadUnaligned(fromByteOffset: LocatorFormat.oldMagicPlace, as: UInt32.self))
            == LocatorFormat.oldMagic
    }
}
