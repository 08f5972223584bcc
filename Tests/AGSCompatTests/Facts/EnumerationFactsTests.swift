import AGSCompat
import Testing

/// The numbers of the old enumerations, which callers keep in files and send to each other.
struct EnumerationFactsTests {
    private func expect<Value: RawRepresentable<Int>>(_ values: [Value], _ numbers: [Int]) {
        #expect(values.map(\.rawValue) == numbers, "\(Value.self)")
        #expect(numbers.allSatisfy { Value(rawValue: $0)?.rawValue == $0 })
    }

    @Test func `jobs and loads have the numbers that they had`() {
        expect([.notStarted, .started, .paused, .succeeded, .failed, .canceling] as [AGSJobStatus], [0, 1, 2, 3, 4, 5])
        expect(
            [
                .generateGeodatabase, .syncGeodatabase, .exportTileCache, .estimateTileCacheSize, .geoprocessingJob,
                .generateOfflineMap,
                .offlineMapSync, .downloadPreplannedOfflineMapJob,
            ] as [AGSJobType], [0, 1, 2, 3, 4, 5, 7, 8])
        #expect(AGSJobType(rawValue: 6) == nil)
        expect([.loaded, .loading, .failedToLoad, .notLoaded, .unknown] as [AGSLoadStatus], [0, 1, 2, 3, -1])
        expect([.unknown, .info, .warning, .error] as [AGSJobMessageSeverity], [-1, 0, 1, 2])
        expect([.client, .service] as [AGSJobMessageSource], [0, 1])
    }

    @Test func `sync and offline maps have the numbers that they had`() {
        expect([.none, .download, .upload, .bidirectional] as [AGSSyncDirection], [0, 1, 2, 3])
        expect([.none, .geodatabase, .layer] as [AGSSyncModel], [0, 1, 2])
        expect([.none, .upload, .bidirectional] as [AGSAttachmentSyncDirection], [0, 1, 2])
        expect([.unknown, .all, .none, .useFilter] as [AGSGenerateLayerQueryOption], [-1, 0, 1, 2])
        expect([.none, .allLayers, .readOnlyLayers, .editableLayers] as [AGSReturnLayerAttachmentOption], [0, 1, 2, 3])
        expect([.all, .relatedOnly] as [AGSDestinationTableRowFilter], [0, 1])
        expect([.noUpdates, .syncWithFeatureServices, .downloadScheduledUpdates] as [AGSPreplannedUpdateMode], [0, 1, 2])
        expect([.available, .none, .indeterminate] as [AGSOfflineUpdateAvailability], [0, 1, -1])
        expect([.add, .update, .delete, .unknown] as [AGSEditOperation], [0, 1, 2, -1])
    }

    @Test func `tools, routes and networks have the numbers that they had`() {
        expect([.asynchronousSubmit, .synchronousExecute, .unknown] as [AGSGeoprocessingExecutionType], [0, 1, -1])
        // Callers make this one of numbers without a sign.
        #expect(([.stop, .waypoint, .restBreak] as [AGSStopType]).map(\.rawValue) == [0, 1, 2] as [UInt])
        expect([.overlap, .dissolve, .split] as [AGSServiceAreaOverlapGeometry], [0, 1, 2])
        expect([.connected, .subnetwork, .upstream, .downstream] as [AGSUtilityTraceType], [0, 1, 2, 3])
        expect([.unknown, .imperial, .metric] as [AGSUnitSystem], [-1, 0, 1])
        expect([.eitherSide, .leftSide, .rightSide, .noUTurn, .unknown] as [AGSCurbApproach], [0, 1, 2, 3, 4])
        expect(
            [.notAllowed, .allowedAtDeadEnds, .allowedAtIntersections, .allowedAtDeadEndsAndIntersections] as [AGSUTurnPolicy],
            [0, 1, 2, 3])
        expect([.desktop, .navigation, .campus] as [AGSDirectionsStyle], [0, 1, 2])
        expect([.none, .straightLine, .trueShapeWithMeasures] as [AGSRouteShapeType], [0, 1, 2])
    }

    @Test func `errors have the numbers that they had`() {
        expect(
            [.badRequest, .unauthorized, .forbidden, .urlNotFound, .invalidToken, .tokenRequired, .unknownError]
                as [AGSServicesErrorCode], [400, 401, 403, 404, 498, 499, 500])
        expect(
            [
                .unknown, .commonNullPtr, .commonInvalidArgument, .commonNotImplemented, .commonOutOfRange, .commonInvalidAccess,
                .commonIllegalState, .commonNotFound, .commonExists, .commonTimeout, .commonNoPermission, .commonFile,
                .commonFileNotFound, .commonInvalidCall, .commonIO, .commonUserCanceled, .commonInternalError,
                .commonConversionFailed,
                .commonNoData, .commonInvalidJSON, .mappingNotLoaded,
            ] as [AGSErrorCode], [-1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 7015])
    }

    @Test func `a load status has a name, by which it is found`() {
        for status in [.loaded, .loading, .failedToLoad, .notLoaded, .unknown] as [AGSLoadStatus] {
            #expect(AGSLoadStatusFromString(AGSLoadStatusAsString(status)) == status)
        }
        #expect(AGSLoadStatusFromString("no such status") == .unknown)
    }
}
