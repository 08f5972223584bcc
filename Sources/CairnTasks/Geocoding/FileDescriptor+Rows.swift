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
            try write(data)
            try synchronize()
        } catch {
            try? truncate(to: length)
            try? seekToEnd()
            throw error
        }
        return length + data.count
    }
}
