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

    init(_ url: URL, _ workingDirectory: URL) throws {
        guard FileManager.default.fileExists(atPath: url.path) else { throw MobileMapPackageError.notFound(path: url.path) }
        let files = try Self.opened(url)
        let manifest = try Self.manifest(files)
        (self.files, self.manifest) = (files, manifest)
        let folder = PackageWorkingFolder(url: workingDirectory, files: files)
        // What brings the map up to date writes into it.
        _ = try folder.file(at: MobileMapPackageManifest.fileName)
        maps = try manifest.maps.map { try Self.map(at: $0, files, folder.url) }
        let paths = try files.names().filter { $0.lowercased().hasSuffix(".gpkg") }
        geodatabases = try Dictionary(uniqueKeysWithValues: paths.map { ($0, Geodatabase(fileURL: try folder.file(at: $0))) })
        locators = try manifest.locators.map { LocatorTask(fileURL: try folder.file(at: $0)) }
        item = OfflineMapItemInfo(
            title: manifest.title, snippet: manifest.snippet, description: manifest.description, tags: manifest.tags,
            termsOfUse: manifest.termsOfUse, accessInformation: manifest.accessInformation,
            thumbnail: try manifest.thumbnail.flatMap { try files.contents(of: $0) })
    }

    var expiration: PackageExpiration? { manifest.expiration.map(PackageExpiration.init) }

    private static func opened(_ url: URL) throws -> PackageFiles {
        do { return try PackageFiles(url: url) } catch ZipError.notAnArchive {
            throw MobileMapPackageError.notAPackage(path: url.path)
        }
    }

    private static func manifest(_ files: PackageFiles) throws -> MobileMapPackageManifest {
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
        return manifest
    }

    private static func map(at name: String, _ files: PackageFiles, _ folder: URL) throws -> Map {
        guard let data = try files.contents(of: name) else {
            throw MobileMapPackageError.damaged(path: files.path, reason: "the map \(name.printable(upTo: 100)) is missing")
        }
        let base = folder.appending(path: "", directoryHint: .isDirectory)
        do { return Map(webMap: try WebMap(json: JSONValue(parsing: data)), baseURL: base) } catch {
            throw MobileMapPackageError.damaged(
                path: files.path, reason: "the map \(name.printable(upTo: 100)) cannot be read: \(error.words)")
        }
    }
}
