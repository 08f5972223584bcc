import CairnCore
import CairnGeo
@testable import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What a package that is closed lets go of.
struct ClosedPackageTests {
    #if !CAIRN_DARWIN
        @Test func `it has no file open, though its tiles are kept`() async throws {
            let town = try await PackagedTown()
            try await MobileMapPackage.pack(town.folder, to: town.archive)
            let package = MobileMapPackage(fileURL: town.archive)
            try await package.load()
            let layer = try #require(package.maps.first?.basemap?.layers.first)
            let loaded = try #require(try package.tileCache(of: layer))
            try await loaded.load()
            let waiting = try #require(try package.tileCache(of: layer))
            #expect(try isOpen(town.archive))
            try await package.close()
            #expect(try !isOpen(town.archive))
            withExtendedLifetime((loaded, waiting)) {}
        }

        private func isOpen(_ file: URL) throws -> Bool {
            let folder = "/proc/self/fd"
            let paths = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
            }
            return paths.contains(file.resolvingSymlinksInPath().path)
        }
    #endif

    @Test func `a geodatabase of it that was never loaded is not opened`() async throws {
        let town = try await PackagedTown()
        let package = MobileMapPackage(fileURL: town.folder)
        try await package.load()
        let geodatabase = try #require(package.geodatabases.first)
        try await package.close()
        await #expect(throws: GeodatabaseError.closed(path: geodatabase.url.path)) { try await geodatabase.load() }
        #expect(!FileManager.default.fileExists(atPath: geodatabase.url.path + "-wal"))
    }
}
