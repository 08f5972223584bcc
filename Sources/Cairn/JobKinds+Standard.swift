public import CairnCore
public import CairnTasks

extension JobKinds {
    /// Every kind of work of Cairn, with the credentials of `CredentialStore.standard`; kinds of your own may be added.
    ///
    /// ```swift
    /// CredentialStore.standard.add(credential)
    /// let manager = JobManager(kinds: .standard, configuration: JobConfiguration(store: store))
    /// ```
    public static let standard = JobKinds(credentials: .standard)

    /// Every kind of work of Cairn: jobs that are restored with these kinds, and their children, find their credentials by themselves,
    /// for none is ever in a record.
    ///
    /// - Parameters:
    ///   - credentials: Where services' tokens come from.
    ///   - transport: How requests travel.
    public convenience init(credentials: CredentialStore, transport: any HTTPTransport = .standard) {
        self.init()
        let geocoding = GeocodingServices(credentials: credentials, transport: transport)
        let features = FeatureServices(credentials: credentials, transport: transport)
        register(BatchGeocodeWork.self) { geocoding }
        register(FeatureExportWork.self) { features }
        let networks = NetworkServices(credentials: credentials, transport: transport)
        register(CostMatrixWork.self) { networks }
        let access = ServiceAccess(credentials: credentials, transport: transport)
        register(GeoprocessingWork.self) { access }
        register(GenerateGeodatabaseWork.self) { access }
        register(EstimateTileCacheSizeWork.self) { access }
        register(ExportTileCacheWork.self) { access }
        register(ExportVectorTilesWork.self) { access }
        register(ExportStyleResourceCacheWork.self) { access }
        register(GenerateOfflineMapWork.self) { access }
        register(DownloadPreplannedOfflineMapWork.self) { access }
        register(PackageItemWork.self) { access }
        register(OfflineMapSyncWork.self) { access }
        register(SyncGeodatabaseWork.self) { access }
        register(UtilityNetworkValidationWork.self) { access }
    }
}
