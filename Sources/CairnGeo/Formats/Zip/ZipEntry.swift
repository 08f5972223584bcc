import CairnCore
import Foundation

/// A file, or a folder, in a zip archive.
package struct ZipEntry: Sendable, Hashable {
    /// How its bytes are kept.
    package enum Method: Sendable, Hashable {
        case stored, deflated
        /// One that is not read here, by its number.
        case other(Int)
    }

    /// Its path in the archive, steps divided by slashes; that of a folder without the slash at its end.
    package let name: String
    package let isFolder: Bool
    /// A link to elsewhere.
    let isLink: Bool
    let isEncrypted: Bool
    package let method: Method
    /// How many bytes it has.
    package let size: Int
    /// How many bytes of the archive it takes.
    package let compressedSize: Int
    package let checksum: UInt32
    /// Where its own header begins.
    let place: Int
}

extension ZipEntry {
    /// Why a name is not one of a file within a folder; nil if it is.
    package static func problem(ofName name: String) -> String? {
        if name.isEmpty { return "it has no name" }
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return "its name has control characters"
        }
        let steps = name.steps
        if steps[0].isEmpty { return "its name begins at the root of the disk" }
        if steps.contains("..") { return "its name leads out of the folder" }
        if steps.contains(where: { $0.isEmpty || $0 == "." }) { return "its name has steps without names" }
        if steps.contains(where: { $0.utf8.count > 255 }) { return "its name has steps that are too long" }
        // As Windows writes a disk.
        if steps[0].unicodeScalars.dropFirst().first == ":" { return "its name begins with a disk" }
        return nil
    }

    /// Its bytes are more than somebody would pack so small.
    var isBomb: Bool { Self.isBomb(size: size, packed: compressedSize) }

    /// Files of zeros, and of text, become a hundredth; what becomes less is made to fill disks.
    static func isBomb(size: Int, packed: Int) -> Bool { size > 1 << 26 && packed < size / 200 }
}
