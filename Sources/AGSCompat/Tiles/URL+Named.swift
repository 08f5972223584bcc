import Foundation

extension URL {
    /// A file by its name: in the main bundle, or by its path, each with or without one of some extensions, the first that is there.
    static func named(_ name: String, extensions: [String]) -> URL {
        let plain = URL(filePath: name)
        let names = [nil] + extensions
        let paths = [plain] + extensions.map { plain.appendingPathExtension($0) }
        return names.lazy.compactMap { Bundle.main.url(forResource: name, withExtension: $0) }.first
            ?? paths.first { FileManager.default.fileExists(atPath: $0.path) } ?? plain
    }
}
