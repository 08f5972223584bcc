import Foundation

/// A file, and the name that it goes by: `NAME=FILE`, or the file's own.
struct NamedFile {
    let name: String
    let url: URL

    init(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        // A folder's name may hold a sign of equality, too.
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains("/"), !FileManager.default.fileExists(atPath: text) else {
            url = URL(filePath: text)
            name = url.deletingPathExtension().lastPathComponent
            return
        }
        (name, url) = (String(parts[0]), URL(filePath: String(parts[1])))
    }
}
