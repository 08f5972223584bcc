public import Foundation

/// Folders by name, to which the files are kept relative that a stored job refers to: so a job survives that its folder is moved, as an app's
/// container is by an update.
///
/// ```swift
/// let store = try FileJobStore(directory: jobs, roots: FileRoots(["maps": URL(filePath: "/srv/maps")]))
/// ```
///
/// A record that is written with roots holds `cairn-file://NAME/…` in the place of a file URL below one of them, and `cairn-path://NAME/…` in that of
/// a path. Whoever reads it must know a root of that name, wherever that is by then.
public struct FileRoots: Sendable {
    private struct Root: Sendable {
        let name: String
        let folder: URL
        /// As it is written: without slashes.
        let writtenName: String
        /// How paths below it may begin.
        let paths: [String]
        /// How file URLs below it may begin.
        let urls: [String]
    }

    /// The deepest first.
    private let roots: [Root]

    /// What an app is known to be moved with: on iOS its container, by the name `container`; elsewhere nothing.
    public static let standard: FileRoots = {
        #if CAIRN_APP_CONTAINER
            FileRoots(["container": URL(filePath: NSHomeDirectory(), directoryHint: .isDirectory)])
        #else
            FileRoots([:])
        #endif
    }()

    /// Folders by their names; of nested ones the innermost counts. `store` is the name of a `FileJobStore`'s own.
    public init(_ folders: [String: URL]) {
        roots = folders.map { name, folder in
            let folder = folder.standardizedFileURL
            let paths = folder.path == "/" ? [] : Self.spellings(folder.path)
            return Root(
                name: name, folder: folder,
                writtenName: name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name,
                paths: paths, urls: paths.map(Self.url))
        }.sorted { ($0.folder.path.utf8.count, $0.name) > ($1.folder.path.utf8.count, $1.name) }
    }

    /// On Apple platforms `/var`, `/tmp` and `/etc` are links into `/private`, which Foundation leaves out and the system does not.
    private static func spellings(_ path: String) -> [String] {
        #if CAIRN_DARWIN
            let isLinked = ["/var/", "/tmp/", "/etc/"].contains { path.hasPrefix($0) }
            return isLinked ? [path, "/private" + path] : [path]
        #else
            return [path]
        #endif
    }

    /// These, and one more.
    func with(_ folder: URL, named name: String) -> FileRoots {
        FileRoots(Dictionary(roots.map { ($0.name, $0.folder) }) { first, _ in first }.merging([name: folder]) { $1 })
    }

    private static let (fileScheme, pathScheme, textScheme) = ("cairn-file://", "cairn-path://", "cairn-text:")

    /// A text as it is written: a file below a root by its place there.
    func relative(_ text: String) -> String {
        for root in roots {
            for path in root.paths {
                if let rest = Self.rest(of: text, below: path) { return "\(Self.pathScheme)\(root.writtenName)\(rest)" }
            }
            for url in root.urls {
                if let rest = Self.rest(of: text, below: url) { return "\(Self.fileScheme)\(root.writtenName)\(rest)" }
            }
        }
        let looksWritten = [Self.fileScheme, Self.pathScheme, Self.textScheme].contains { Self.begins(text, with: $0) }
        return looksWritten ? Self.textScheme + text : text
    }

    /// The text that was written so.
    ///
    /// - Throws: ``JobError/unreadable(file:reason:)`` if it names another root.
    func absolute(_ text: String) throws(JobError) -> String {
        if Self.begins(text, with: Self.textScheme) { return Self.string(text.utf8.dropFirst(Self.textScheme.utf8.count)) }
        for scheme in [Self.fileScheme, Self.pathScheme] where Self.begins(text, with: scheme) {
            let place = text.utf8.dropFirst(scheme.utf8.count)
            let end = place.firstIndex(of: Self.slash) ?? place.endIndex
            let name = Self.string(place[..<end])
            guard let root = roots.first(where: { $0.writtenName == name }) else {
                throw RecordMembers.unreadable(
                    "it refers to \(text.excerpt), and no folder of that name is known here: give it among the roots of the store"
                )
            }
            let path = root.folder.path == "/" ? "" : root.folder.path
            return (scheme == Self.pathScheme ? path : Self.url(path)) + Self.string(place[end...])
        }
        return text
    }

    private static let slash = UInt8(ascii: "/")

    private static func url(_ path: String) -> String {
        path.isEmpty ? "file://" : URL(filePath: path, directoryHint: .notDirectory).absoluteString
    }

    /// Byte by byte: to the system two spellings of a letter are two names.
    private static func begins(_ text: String, with start: String) -> Bool { text.utf8.starts(with: start.utf8) }

    private static func string(_ bytes: Substring.UTF8View) -> String { String(decoding: bytes, as: UTF8.self) }

    /// What follows the folder, with the slash before it. Nothing is below a folder by a way that leads out of it.
    private static func rest(of text: String, below folder: String) -> String? {
        guard begins(text, with: folder) else { return nil }
        let rest = text.utf8.dropFirst(folder.utf8.count)
        guard rest.isEmpty || rest.first == slash else { return nil }
        let components = rest.split(separator: slash).map { string($0) }
        return components.contains { $0 == ".." || $0.removingPercentEncoding == ".." } ? nil : string(rest)
    }
}
