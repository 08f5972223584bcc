import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// Whether two names lead to one file.
enum FileIdentity {
    /// Refuses an output that is also an input, in itself or as what grows beside it, and one that cannot be replaced.
    ///
    /// - Parameters:
    ///   - suffix: What the name of what grows beside it ends in.
    ///   - readsInput: Whether standard input is read, too.
    ///   - takesPipes: Whether it may be standard output, which is written as -.
    static func expect(
        _ output: URL, notAmong inputs: [URL], suffix: String = ".partial", readsInput: Bool = false, takesPipes: Bool = true
    ) throws {
        let name = output.relativePath.printable()
        let partial = URL(filePath: output.path + suffix)
        for input in inputs where areSame(output, input) || areSame(partial, input) {
            throw UsageError(
                reason: "\(name) would overwrite \(input.relativePath.printable()), which is read, too. Write to another file.")
        }
        if readsInput, let read = status(STDIN_FILENO), let written = status(output), isSame(read, written) {
            throw UsageError(reason: "\(name) would overwrite standard input, which is read, too. Write to another file.")
        }
        let place = FileIdentity.resolved(output)
        if isLink(place) { throw UsageError(reason: "\(name) is a link that leads in a circle. Name a file.") }
        let folder = place.deletingLastPathComponent()
        guard let status = status(output) else {
            guard let place = Self.status(folder), place.st_mode & S_IFMT == S_IFDIR else {
                throw UsageError(reason: "there is no folder \(folder.path.printable()) for \(name). Make it, or name another.")
            }
            return try expectWritable(folder)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw UsageError(reason: "\(name) is a folder. Name a file in it.")
        default:
            let advice = takesPipes ? "Name a file, or - for standard output." : "Name a file."
            throw UsageError(reason: "\(name) is no file that can be replaced. \(advice)")
        }
        if access(output.path, W_OK) != 0 { throw SystemError("replace", output.path) }
        // What replaces it is written beside it.
        try expectWritable(folder)
    }

    private static func expectWritable(_ folder: URL) throws(SystemError) {
        if access(folder.path, W_OK | X_OK) != 0 { throw SystemError("write to", folder.path) }
    }

    /// Refuses a folder into which nothing can be written; one that is not there must stand where it can be made.
    static func expectRoom(inFolder folder: URL) throws {
        var place = resolved(folder)
        while status(place) == nil, place.path != "/" { place = place.deletingLastPathComponent() }
        guard DurableFile.isFolder(atPath: place.path) else {
            throw UsageError(reason: "\(place.path.printable()) is no folder. Name another.")
        }
        try expectWritable(place)
    }

    /// Refuses a place where no folder can be made: what is there is an empty folder at most, and stands in one that can be written.
    static func expectRoom(forFolder output: URL) throws {
        let (name, folder) = (output.relativePath.printable(), output.deletingLastPathComponent())
        if isLink(output) { throw UsageError(reason: "\(name) is a link that leads nowhere. Name a folder.") }
        guard let place = status(folder), place.st_mode & S_IFMT == S_IFDIR else {
            throw UsageError(reason: "there is no folder \(folder.path.printable()) for \(name). Make it, or name another.")
        }
        let isThere = FileManager.default.fileExists(atPath: output.path)
        if isThere, (try? FileManager.default.contentsOfDirectory(atPath: output.path).isEmpty) != true {
            throw UsageError(reason: "\(name) is there already. Name another folder, or remove it first.")
        }
        try expectWritable(folder)
    }

    /// Refuses standard output as the output, if it leads to an input.
    static func expectOutput(notAmong inputs: [URL]) throws {
        guard let written = status(STDOUT_FILENO), written.st_mode & S_IFMT == S_IFREG else { return }
        for input in inputs {
            guard let read = status(input), isSame(read, written) else { continue }
            throw UsageError(reason: "standard output leads to \(input.relativePath.printable()), which is read, too.")
        }
    }

    /// Where a name leads through links: the file itself, or where it will be made, in its folder as that is really called.
    static func resolved(_ url: URL) -> URL {
        var whole = url.absoluteURL.standardizedFileURL
        if FileManager.default.fileExists(atPath: whole.path) { return whole.resolvingSymlinksInPath() }
        // As many links as the system follows.
        for _ in 0..<40 {
            let folder = whole.deletingLastPathComponent().resolvingSymlinksInPath()
            whole = folder.appending(path: whole.lastPathComponent)
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: whole.path) else { break }
            whole = URL(filePath: target.hasPrefix("/") ? target : "\(folder.path)/\(target)").standardizedFileURL
        }
        return whole
    }

    /// Whether a name is a link, wherever that leads.
    private static func isLink(_ url: URL) -> Bool {
        var status = stat()
        return lstat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether a table can be read only once, as a pipe.
    static func isPipe(_ url: URL) -> Bool {
        status(url).map { $0.st_mode & S_IFMT != S_IFREG && $0.st_mode & S_IFMT != S_IFDIR } ?? false
    }

    private static func areSame(_ one: URL, _ other: URL) -> Bool {
        if let first = status(one), let second = status(other) { return isSame(first, second) }
        return resolved(one).path == resolved(other).path
    }

    private static func isSame(_ one: stat, _ other: stat) -> Bool {
        one.st_dev == other.st_dev && one.st_ino == other.st_ino && one.st_mode & S_IFMT == S_IFREG
    }

    private static func status(_ url: URL) -> stat? {
        var status = stat()
        return stat(url.path, &status) == 0 ? status : nil
    }

    private static func status(_ descriptor: Int32) -> stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }
}
