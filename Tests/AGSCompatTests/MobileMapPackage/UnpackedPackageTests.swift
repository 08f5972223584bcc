import AGSCompat
import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct UnpackedPackageTests {
    private let town: MapTown

    init() async throws {
        town = try await MapTown()
        try await town.takeOffline()
    }

    private var archive: URL { town.folder.appending(path: "town.mmpk") }
    private var output: URL { town.folder.appending(path: "unpacked") }

    /// Packs what ended long ago: by itself the package would not be packed any more.
    private func packEnded(preventsUse: Bool) throws {
        try PackagedStreets(folder: town.offline).change {
            $0.expiration = .init(date: 1000, message: "Ask for a new one.", preventsUse: preventsUse)
        }
        let writer = try ZipWriter(url: archive)
        for name in try FileManager.default.subpathsOfDirectory(atPath: town.offline.path).sorted() {
            // Folders cannot be read.
            if let data = try? Data(contentsOf: town.offline.appending(path: name)) { try writer.add(data, named: name) }
        }
        try writer.finish()
    }

    private func unpack(_ file: URL? = nil, to folder: URL? = nil) async -> NSError? {
        do {
            try await done {
                AGSMobileMapPackage.unpack(atFileURL: file ?? archive, outputDirectory: folder ?? output, completion: $0)
            }
            return nil
        } catch {
            return error as NSError
        }
    }

    private func isNotOffered(_ error: any Error) -> Bool {
        (error as NSError).code == AGSErrorCode.commonNotImplemented.rawValue
    }

    private func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    @Test func `an archive that prevents its use is not unpacked when it has ended`() async throws {
        try packEnded(preventsUse: true)
        let error = await unpack()
        #expect(error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonNoPermission.rawValue && !exists(output))
        #expect(error?.localizedDescription.contains("Ask for a new one.") == true)
    }

    @Test func `an archive that only tells of its end is unpacked`() async throws {
        try packEnded(preventsUse: false)
        #expect(await unpack() == nil)
        let package = AGSMobileMapPackage(fileURL: output)
        try await done { package.load(completion: $0) }
        #expect(package.expiration?.isExpired == true)
        package.close()
    }

    @Test func `the item of a package, which no portal keeps, can be neither fetched nor changed`() async throws {
        let package = AGSMobileMapPackage(fileURL: town.offline)
        try await done { package.load(completion: $0) }
        let item = try #require(package.item)
        await #expect { let _: Data = try await answer { item.fetchData(completion: $0) } } throws: { isNotOffered($0) }
        await #expect { try await done { item.updateProperties(completion: $0) } } throws: { isNotOffered($0) }
        package.close()
    }

    @Test func `an empty folder is still there when nothing was unpacked into it, and is filled when something was`() async throws
    {
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        let error = await unpack(town.folder.appending(path: "absent.mmpk"))
        #expect(error?.code == AGSErrorCode.commonFileNotFound.rawValue && exists(output))
        try packEnded(preventsUse: true)
        #expect(await unpack() != nil && exists(output))
        try packEnded(preventsUse: false)
        #expect(await unpack() == nil && exists(output.appending(path: "package.json")))
        #expect(await unpack()?.code == AGSErrorCode.commonExists.rawValue)
    }

    @Test func `an archive goes into no folder that is a link, a file, or of another machine`() async throws {
        try packEnded(preventsUse: false)
        let (link, empty, file) = (output, town.folder.appending(path: "empty"), town.folder.appending(path: "file"))
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: empty)
        try Data().write(to: file)
        for place in [link, file] { #expect(await unpack(to: place)?.code == AGSErrorCode.commonExists.rawValue) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: empty.path).isEmpty)
        let name = "cairn-\(UUID())"
        let away = await unpack(to: URL(string: "http://example.com/\(name)"))
        #expect(away?.code == AGSErrorCode.commonInvalidArgument.rawValue && !FileManager.default.fileExists(atPath: "/\(name)"))
    }

    @Test func `a folder that cannot be made is named`() async throws {
        try packEnded(preventsUse: false)
        let folder = town.folder.appending(path: "nowhere/unpacked")
        let error = await unpack(to: folder)
        #expect(error?.domain == AGSErrorDomain && error?.localizedDescription.contains(folder.path) == true)
    }

    @Test func `a job for an address of another machine removes no empty folder of this one`() async throws {
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        let away = try #require(URL(string: "http://example.com\(output.path)"))
        _ = AGSOfflineMapTask(portalItem: town.item()).generateOfflineMapJob(
            with: AGSGenerateOfflineMapParameters(areaOfInterest: MapTown.area, minScale: 0, maxScale: 0), downloadDirectory: away
        )
        #expect(exists(output))
    }
}
