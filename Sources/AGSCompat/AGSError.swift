import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// The domain of errors of the runtime itself.
public let AGSErrorDomain = "com.esri.arcgis.runtime.error"

/// Codes of errors in ``AGSErrorDomain``.
public enum AGSErrorCode: Int, Sendable {
    /// Not known.
    case unknown = -1
    /// Nothing was given.
    case commonNullPtr = 1
    /// What was given cannot be used.
    case commonInvalidArgument = 2
    /// It is not offered.
    case commonNotImplemented = 3
    /// It is beyond what there is.
    case commonOutOfRange = 4
    /// It may not be touched.
    case commonInvalidAccess = 5
    /// It cannot be done as things stand.
    case commonIllegalState = 6
    /// It is not there.
    case commonNotFound = 7
    /// It took too long.
    case commonTimeout = 9
    /// It is there already.
    case commonExists = 8
    /// It is not allowed.
    case commonNoPermission = 12
    /// A file could not be used.
    case commonFile = 13
    /// A file is not there.
    case commonFileNotFound = 14
    /// It cannot be called so.
    case commonInvalidCall = 15
    /// It could not be read or written.
    case commonIO = 16
    /// The user has cancelled.
    case commonUserCanceled = 17
    /// Something went wrong within.
    case commonInternalError = 18
    /// It cannot be made into what is wanted.
    case commonConversionFailed = 19
    /// There is nothing.
    case commonNoData = 20
    /// What was given is no JSON of the thing that is wanted.
    case commonInvalidJSON = 21
    /// A map has not been loaded.
    case mappingNotLoaded = 7015
}

/// The domain of errors that services answer.
public let AGSServicesErrorDomain = "com.esri.arcgis.runtime.services.error"

/// Errors as old callers expect them.
enum AGSError {
    /// Cancelled by the user: `NSUserCancelledError` in Cocoa's domain.
    static var cancelled: NSError {
        NSError(domain: NSCocoaErrorDomain, code: NSUserCancelledError, userInfo: [NSLocalizedDescriptionKey: "User cancelled."])
    }

    /// Why edits were not sent, or are not known to be: after a cancellation with a word of that.
    static func sending(_ error: any Error, to url: URL) -> any Error {
        guard error is CancellationError else { return error }
        let unknown = EditError.outcomeUnknown(url: url.absoluteString, reason: "The caller has cancelled.")
        return NSError(
            domain: NSCocoaErrorDomain, code: NSUserCancelledError,
            userInfo: [NSLocalizedDescriptionKey: unknown.description, NSUnderlyingErrorKey: unknown])
    }

    static func legacy(_ error: any Error) -> any Error {
        switch error {
        case is CancellationError: cancelled
        case let error as JobError: runtime(code(of: error), error.description, cause: error)
        case let error as ServiceError:
            NSError(domain: AGSServicesErrorDomain, code: error.code, userInfo: [NSLocalizedDescriptionKey: error.description])
        case let error as FeatureEditError:
            NSError(domain: AGSServicesErrorDomain, code: error.code, userInfo: [NSLocalizedDescriptionKey: error.description])
        case let error as GeodatabaseError: runtime(code(of: error), error.description, cause: error)
        case let error as WhereClauseError: runtime(.commonInvalidArgument, "\(error)", cause: error)
        case let error as FeatureError: runtime(.commonInvalidArgument, error.description, cause: error)
        case let error as GeometryError: runtime(.commonInvalidArgument, "\(error)", cause: error)
        case let error as GeoprocessingError: runtime(code(of: error), error.description, cause: error)
        case let error as PortalError: runtime(code(of: error), error.description, cause: error)
        case let error as WebMapError: runtime(.commonInvalidJSON, error.description, cause: error)
        case let error as EditError: runtime(.unknown, error.description, cause: error)
        case let error as SyncError: runtime(code(of: error), error.description, cause: error)
        case let error as DatabaseError: runtime(.commonIO, error.description, cause: error)
        case let error as TransportError: network(error)
        case let error as SystemError: runtime(code(of: error), error.words, cause: error)
        case let error as FeatureExportTrouble: runtime(.commonIllegalState, error.words, cause: error)
        case let error as PartialOutputTrouble: runtime(code(of: error), error.words, cause: error)
        default: offline(error) ?? network(of: error) ?? error
        }
    }

    /// What a table here, and no service, has refused of one feature.
    static func refused(_ error: FeatureEditError) -> NSError {
        runtime(error.code == 1019 ? .commonNotFound : .commonInvalidArgument, error.description, cause: error)
    }

    /// An error of the runtime itself.
    static func runtime(_ code: AGSErrorCode, _ description: String, cause: (any Error)? = nil) -> NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description.printableLines]
        if let cause { userInfo[NSUnderlyingErrorKey] = cause }
        return NSError(domain: AGSErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    private static func code(of error: SystemError) -> AGSErrorCode {
        switch error.code {
        case ENOENT: .commonFileNotFound
        case EEXIST: .commonExists
        case SystemError.noFile: .commonInvalidArgument
        default: .commonIO
        }
    }

    private static func code(of error: PartialOutputTrouble) -> AGSErrorCode {
        switch error {
        case .inUse, .taken, .exists: .commonExists
        case .gone: .commonFileNotFound
        case .changed, .lost, .moved, .damaged: .commonIllegalState
        }
    }

    private static func code(of error: GeodatabaseError) -> AGSErrorCode {
        switch error {
        case .notFound: .commonFileNotFound
        case .exists, .tableExists: .commonExists
        case .notAGeoPackage, .esriGeodatabase, .unreadable, .damagedGeometry, .folder, .empty, .cutOff, .wrongGeoJSON,
            .unusableAttachment:
            .commonFile
        case .noTable, .noFeature, .noAttachment: .commonNotFound
        case .readOnly, .isView, .notTaken, .attachmentsFixed: .commonNoPermission
        case .notLoaded, .closed, .replaced, .inTransaction, .noTransaction, .transactionLost, .beingSent: .commonIllegalState
        case .severalTables, .wrongDefinition, .wrongValue, .wrongGeometry, .noField, .noGlobalIDs, .noGeometries, .noTime:
            .commonInvalidArgument
        }
    }

    private static func code(of error: GeoprocessingError) -> AGSErrorCode {
        switch error {
        case .isService, .wrongExecutionType, .missingInputs, .unknownInputs: .commonInvalidArgument
        case .noOutput, .noAddress, .jobGone: .commonNotFound
        case .jobEnded(.timedOut, _, _, _): .commonTimeout
        case .jobEnded, .outcomeUnknown: .unknown
        }
    }

    private static func code(of error: SyncError) -> AGSErrorCode {
        switch error {
        case .notEnabled, .notSupported, .onlyEsriFormat: .commonNotImplemented
        case .noGlobalIDs, .noReplica, .otherService: .commonInvalidArgument
        case .unknownReplica, .noTable: .commonNotFound
        case .failed, .outcomeUnknown, .unusableAnswer: .unknown
        case .takesNoEdits: .commonNoPermission
        case .underWay, .unsentEdits: .commonIllegalState
        case .wrongDelta: .commonFile
        }
    }

    private static func code(of error: PortalError) -> AGSErrorCode {
        switch error {
        case .wrongType, .notInAddress, .outOfRange: .commonInvalidArgument
        case .noData: .commonNoData
        case .notSignedIn: .commonNoPermission
        case .noTokens: .commonNotImplemented
        }
    }

    private static func code(of error: JobError) -> AGSErrorCode {
        switch error {
        case .alreadyFinished, .running, .claimed, .claimLost, .unanswered, .needsServer, .cancellationUnconfirmed:
            .commonIllegalState
        case .outage, .demandedTooLong: .commonTimeout
        case .unknownKind, .newerFormat, .newerWork, .notMigratable, .childMismatch, .unreadable: .commonInvalidJSON
        case .notFound: .commonNotFound
        case .notStorable: .commonInvalidArgument
        case .storeFailed: .commonIO
        }
    }
}
