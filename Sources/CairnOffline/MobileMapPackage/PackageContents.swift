import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// What is in a package that has been opened.
struct PackageContents: Sendable {
    let files: PackageFiles
    let manifest: MobileMapPackageManifest
    let item: OfflineMapItemInfo
    let maps: [Map]
    /// By their paths in the package.
    let geodatabases: [String: Geodatabase]
    let locators: [LocatorTask]
    let networks: [RoadNetwork]

    init(_ url: URL, _ workingDirectory: URL) throws {
        let files = try Self.opened(url)
        let manifest = try Self.manifest(files)
        (self.files, self.manifest) = (files, manifest)
        let folder = PackageWorkingFolder(url: workingDirectory, files: files)
        // A link among the files is refused here, whether somebody asks for it or not.
        let paths = try files.names().filter { $0.lowercased().hasSuffix(".gpkg") }
        let listed = manifest.locators + (manifest.networks ?? [])
        try folder.expectPlausible(Set(paths + listed + [MobileMapPackageManifest.fileName]))
        // What brings the map up to date writes into it.
        _ = try folder.file(at: MobileMapPackageManifest.fileName)
        maps = try Self.maps(manifest.maps, files, folder.url)
        geodatabases = try Dictionary(
            uniqueKeysWithValues: paths.map { try ($0, Geodatabase(fileURL: folder.file(at: $0))) })
        locators = try manifest.locators.map { LocatorTask(fileURL: try folder.file(at: $0)) }
        networks = try (manifest.networks ?? []).map { RoadNetwork(try folder.file(at: $0)) }
        item = OfflineMapItemInfo(
            title: manifest.title, snippet: manifest.snippet, description: manifest.description, tags: manifest.tags,
            termsOfUse: manifest.termsOfUse, accessInformation: manifest.accessInformation,
            thumbnail: try manifest.thumbnail.flatMap { try files.contents(of: $0) })
    }

    var expiration: PackageExpiration? { manifest.expiration.map(PackageExpiration.init) }

    /// The files of a package.
    ///
    /// - Throws: ``MobileMapPackageError``, `ZipError`, `SystemError` for what is not there, or has no files.
    static func opened(_ url: URL) throws -> PackageFiles {
        guard FileManager.default.fileExists(atPath: url.path) else { throw MobileMapPackageError.notFound(path: url.path) }
        do { return try PackageFiles(url: url) } catch ZipError.notAnArchive {
            throw MobileMapPackageError.notAPackage(path: url.path)
        }
    }

    /// What a package says of itself.
    ///
    /// - Throws: ``MobileMapPackageError`` for what is none that could be used here.
    static func manifest(_ files: PackageFiles) throws -> MobileMapPackageManifest {
        let path = files.path
        guard files.has(MobileMapPackageManifest.fileName) else {
            let isEsris = try files.names().contains { $0.lowercased().hasSuffix(".geodatabase") || $0.hasPrefix("esriinfo/") }
            throw isEsris ? MobileMapPackageError.esriPackage(path: path) : .notAPackage(path: path)
        }
        let manifest: MobileMapPackageManifest
        do { manifest = try MobileMapPackageManifest(in: files) } catch let error
            where error is JSONSyntaxError || error is DecodingError
        {
            throw MobileMapPackageError.damaged(path: path, reason: "its package.json cannot be read")
        }
        guard manifest.format == MobileMapPackageManifest.format else { throw MobileMapPackageError.notAPackage(path: path) }
        guard manifest.version <= 1 else { throw MobileMapPackageError.newer(path: path, version: manifest.version) }
        try expectFew(manifest, in: path)
        return manifest
    }

    /// More no map has, and each of them takes memory.
    private static let mostListed = 100
    private static let largestMaps = 1 << 26

    private static func expectFew(_ manifest: MobileMapPackageManifest, in path: String) throws(MobileMapPackageError) {
        for (list, name) in [(manifest.maps, "maps"), (manifest.locators, "locators"), (manifest.networks ?? [], "networks")] {
            guard list.count <= mostListed else {
                throw .damaged(path: path, reason: "it lists \(list.count) \(name), more than \(mostListed)")
            }
            guard Set(list).count == list.count else { throw .damaged(path: path, reason: "it lists one of its \(name) twice") }
        }
    }

    private static func maps(_ names: [String], _ files: PackageFiles, _ folder: URL) throws -> [Map] {
        var left = largestMaps
        return try names.map { name in
            try Task.checkCancellation()
            guard let data = try files.contents(of: name, limit: left) else {
                throw MobileMapPackageError.damaged(path: files.path, reason: "the map \(name.printable(upTo: 100)) is missing")
            }
            left -= data.count
            return try map(data, named: name, files, folder)
        }
    }

    private static func map(_ data: Data, named name: String, _ files: PackageFiles, _ folder: URL) throws -> Map {
        let base = folder.appending(path: "", directoryHint: .isDirectory)
        do { return Map(webMap: try WebMap(json: JSONValue(parsing: data)), baseURL: base) } catch {
            throw MobileMapPackageError.damaged(
                path: files.path, reason: "the map \(name.printable(upTo: 100)) cannot be read: \(error.words)")
        }
    }
}
