public import CairnCore
import CairnGeo
public import Foundation

/// A folder with what styles vector tiles, laid out as their service has it: `styles/root.json`, `sprites/sprite.json`, `sprites/sprite.png`,
/// `fonts/<name>/0-255.pbf`.
public struct ItemResourceCache: Sendable, Hashable {
    /// The folder.
    public let folder: URL

    /// The path of the style in it.
    static let stylePath = "styles/root.json"

    /// A folder that has been exported.
    public init(folder: URL) { self.folder = folder }

    /// The style (Mapbox GL style specification, version 8), whose addresses lead to files of the folder.
    ///
    /// - Throws: `SystemError`, `JSONSyntaxError` if it is not there, or is none.
    public func style() throws -> JSONValue {
        let file = folder.appending(path: Self.stylePath)
        guard let data = try DurableFile.contents(of: file) else { throw SystemError("read", file.path, code: ENOENT) }
        return try JSONValue(parsing: data)
    }

    /// A file of the folder, such as `sprites/sprite.png`; nil if there is none.
    ///
    /// - Throws: `SystemError`.
    public func resource(at path: String) throws -> Data? {
        try PackageFiles.folder(folder).contents(of: path)
    }
}
