import CairnCore
import CairnGeo
import Foundation

/// What is asked for, for an offline map: found out once, and kept.
struct OfflineMapOrder: Sendable, Hashable, Codable {
    var plan: OfflineMapPlan
    /// The map as it was then.
    let map: KeptWebMap
    let parameters: GenerateOfflineMapParameters
    let manifest: MobileMapPackageManifest
    let thumbnail: Data?
}

/// Where work stands that takes a map offline.
public struct OfflineMapCheckpoint: Sendable, Codable, Hashable {
    /// What is asked for, once that is known.
    var order: OfflineMapOrder?
    /// How parts have ended, by their names.
    var ended: [String: OfflineMapPart.Ending] = [:]
    /// Whether it came to its end with something missing, which is asked for again when it is tried again.
    var isIncomplete = false
    /// Whether all is written, and nothing is left but to give the folder its name.
    var isComplete = false
    /// Whether it has its name, so that it counts without a mark.
    var isPlaced: Bool?
}

/// What kinds of work have in common that take a map offline.
protocol OfflineMapWork: JobWork where Services == ServiceAccess, Checkpoint == OfflineMapCheckpoint {
    /// Where the offline map goes.
    var downloadDirectory: URL { get }
    /// Whether the map is made without the layers that cannot be had.
    var continuesOnErrors: Bool { get }
    /// What is asked of each service; nil for what follows from the parameters.
    var overrides: GenerateOfflineMapParameterOverrides? { get }
    /// Finds out what is asked for.
    func order(in context: JobContext<Self>) async throws -> OfflineMapOrder
}

extension OfflineMapWork {
    /// The folder, as a job makes it.
    func folder(of job: UUID) -> OfflineFolder { OfflineFolder(url: downloadDirectory, job: job) }

    func discard(of job: UUID, after checkpoint: OfflineMapCheckpoint?, _ services: ServiceAccess) async {
        let folder = folder(of: job)
        await folder.discard(services)
        // What was never complete has never had its name: of what somebody has tidied up of it no copy is left either.
        guard let checkpoint, !checkpoint.isComplete, !folder.isInPlace(trusted: false) else { return }
        for part in checkpoint.order?.plan.parts ?? [] { await part.forgetCopies(services) }
    }
}

extension OfflineMapError {
    /// Whether work can be tried again after an error of whatever kind.
    static func canBeRetried(after error: any Error) -> Bool {
        switch error as? OfflineMapError {
        case .incomplete?, .nothing?, .notPackaged?, .unusableUpdate?: true
        case nil: TileExportTrouble.canBeRetried(after: error)
        default: false
        }
    }
}

extension Int {
    /// Milliseconds since 1970.
    static var now: Int { Int(rounding: Date().timeIntervalSince1970 * 1000) ?? 0 }
}
