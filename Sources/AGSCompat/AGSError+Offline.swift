import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation

extension AGSError {
    /// Errors of tiles, packages and offline maps as old callers expect them; nil for others.
    static func offline(_ error: any Error) -> NSError? {
        switch error {
        case let error as TileExportError: runtime(code(of: error), error.description, cause: error)
        case let error as TileCacheError: runtime(code(of: error), error.description, cause: error)
        case let error as OfflineMapError: runtime(code(of: error), error.description, cause: error)
        case let error as OfflineMapLayerError: runtime(.unknown, error.reason, cause: error)
        case let error as MobileMapPackageError: runtime(code(of: error), error.description, cause: error)
        case let error as LocatorError: runtime(code(of: error), error.description, cause: error)
        case let error as ZipError: runtime(.commonFile, error.description, cause: error)
        default: nil
        }
    }

    private static func code(of error: TileExportError) -> AGSErrorCode {
        switch error {
        case .notAllowed, .noTiles, .oldFormatOnly: .commonNotImplemented
        case .wrongLevels, .outside, .tooManyTiles: .commonInvalidArgument
        case .noOutput, .unusable: .unknown
        }
    }

    private static func code(of error: TileCacheError) -> AGSErrorCode {
        switch error {
        case .notFound: .commonFileNotFound
        case .notATileCache, .oldPackage, .vectorTiles, .imageTiles, .damaged, .malformed: .commonFile
        case .notLoaded, .closed, .finished: .commonIllegalState
        case .wrongTile, .unsupportedScheme: .commonInvalidArgument
        }
    }

    private static func code(of error: OfflineMapError) -> AGSErrorCode {
        switch error {
        case .notSupported: .commonNotImplemented
        case .noService, .leftOut, .notOffline, .notAnArea: .commonInvalidArgument
        case .service: .unknown
        case .nothing, .incomplete, .notPackaged, .unusableUpdate: .commonNoData
        case .damaged: .commonFile
        case .exists: .commonExists
        }
    }

    private static func code(of error: MobileMapPackageError) -> AGSErrorCode {
        switch error {
        case .notFound: .commonFileNotFound
        case .notAPackage, .esriPackage, .newer, .damaged, .otherFiles: .commonFile
        case .expired: .commonNoPermission
        case .notLoaded, .closed: .commonIllegalState
        case .exists: .commonExists
        case .packed, .unpacked, .within: .commonInvalidArgument
        }
    }

    private static func code(of error: LocatorError) -> AGSErrorCode {
        if case .notFound = error { .commonFileNotFound } else { .commonFile }
    }
}
