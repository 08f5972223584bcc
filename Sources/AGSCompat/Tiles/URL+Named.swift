import Foundation

extension URL {
    /// A file by its name: in the main bundle, with or without one of some extensions, or by its path.
    static func named(_ name: String, extensions: [String]) -> URL {
        ([nil] + extensions).lazy.compactMap { Bundle.main.url(forResource: name, withExtension: $0) }.first
            ?? URL(filePath: name)
    }
}
