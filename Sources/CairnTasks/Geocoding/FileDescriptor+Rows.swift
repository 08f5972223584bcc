import CairnCore
import Foundation

extension FileDescriptor {
    /// Appends to a file of that length, durably. Where that fails the file is as it was, for the same will be written again.
    ///
    /// - Returns: How long the file is then.
    /// - Throws: `SystemError`.
    func appendDurably(_ text: String, after length: Int) throws -> Int {
        let data = Data(text.utf8)
        do {
            try DiskTrouble.expectNone("write", path)
            // There, whatever an earlier try has left behind that could not be cut off.
            try write(data, at: length)
            try synchronize()
        } catch {
            try? truncate(to: length)
            throw error
        }
        return length + data.count
    }
}
