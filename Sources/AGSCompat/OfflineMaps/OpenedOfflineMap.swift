import CairnCore
import CairnOffline
import CairnTasks
import Foundation

/// A map that was taken offline, opened: an old job has succeeded when its map can be shown.
struct OpenedOfflineMap: Sendable {
    let result: GenerateOfflineMapResult
    let objects: PackageObjects

    /// Opens the folder that a job has made, and the geodatabases of its maps.
    static func open(_ output: any Sendable) async throws -> any Sendable {
        guard let result = output as? GenerateOfflineMapResult else { return output }
        let opened = OpenedOfflineMap(result: result, objects: PackageObjects(MobileMapPackage(fileURL: result.url)))
        try await opened.objects.package.load()
        for map in opened.objects.maps { try await map.load() }
        return opened
    }
}

extension JobProtocol {
    /// The online map as it was when this was made to take it offline; nil if that is not known.
    var takenMap: WebMap? {
        (try? storedRecord?.checkpoint?.decode(OfflineMapCheckpoint.self))?.onlineMap
    }
}
