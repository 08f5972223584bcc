import CairnOffline
import CairnTasks
import Foundation

extension AGSError {
    /// Errors of road networks and of utility networks as old callers expect them; nil for others.
    static func network(of error: any Error) -> NSError? {
        switch error {
        case let error as RouteError: runtime(code(of: error), error.description, cause: error)
        case let error as RoadNetworkError: runtime(code(of: error), error.description, cause: error)
        case let error as UtilityNetworkError: runtime(code(of: error), error.description, cause: error)
        default: nil
        }
    }

    private static func code(of error: RouteError) -> AGSErrorCode {
        switch error {
        case .tooFewStops, .impossibleTimeWindow, .noPlace, .nothingGiven, .noSuchPlace, .impossibleCutoff, .cutoffsNotAscending,
            .impossibleCount, .impossibleDistance, .impossibleBarrier, .unknownImpedance, .noCutoffs, .impossibleNumbers,
            .unknownTravelMode, .unknownCost, .otherImpedance, .otherTable:
            .commonInvalidArgument
        case .stopsNotLocated, .noRoute: .commonNotFound
        }
    }

    private static func code(of error: RoadNetworkError) -> AGSErrorCode {
        switch error {
        case .notFound: .commonFileNotFound
        case .notANetwork, .damaged, .newerFormat, .unusableTable, .empty, .tooLarge, .overcrowdedJunction: .commonFile
        case .changed: .commonIllegalState
        }
    }

    private static func code(of error: UtilityNetworkError) -> AGSErrorCode {
        switch error {
        case .notAFeatureService, .noDomainNetwork, .noTier, .noAssetType, .noSource, .noTerminal, .terminalMissing,
            .wrongFraction, .tooFewStartingLocations, .emptyCondition, .conditionTooLong, .notAnElement, .tooManyAssociations:
            .commonInvalidArgument
        case .noUtilityNetwork, .noDefaultConfiguration, .noLayer, .noGlobalIDs: .commonNotFound
        case .refused, .validationFailed: .unknown
        case .validationGone: .commonIllegalState
        }
    }
}
