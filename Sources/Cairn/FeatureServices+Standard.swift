public import CairnCore
import CairnGeo
public import CairnTasks
import Foundation

extension FeatureServices: StandardServices {
    /// Tables of files and of services, the latter with the credentials of `CredentialStore.standard`. Jobs that are given no services have
    /// these.
    public static let standard = FeatureServices(credentials: .standard)

    /// Tables of files and of services. Files are opened for reading only.
    ///
    /// - Parameters:
    ///   - credentials: Where services' tokens come from.
    ///   - transport: How requests travel.
    public init(credentials: CredentialStore, transport: any HTTPTransport = .standard) {
        self.init { source in
            switch source {
            case .geodatabase(let url, let table):
                try await Self.table(table, of: url, in: Geodatabase(fileURL: url, isReadOnly: true))
            case .geoJSON(let url, let table): try await Self.table(table, of: url, in: Geodatabase.imported(fromGeoJSON: url))
            case .service(let service): ServiceFeatureTable(url: service.url, transport: transport, credential: credentials)
            }
        }
    }

    /// - Parameter file: What somebody has named, whatever the geodatabase has been made in.
    private static func table(
        _ name: String?, of file: URL, in geodatabase: Geodatabase
    ) async throws -> GeodatabaseFeatureTable {
        try await geodatabase.load()
        if let name {
            do { return try geodatabase.table(named: name) } catch {
                if case .noTable = error { throw GeodatabaseError.noTable(name: name, path: file.path) }
                throw error
            }
        }
        let tables = geodatabase.tables
        let unreadable = geodatabase.unreadableTables
        if tables.isEmpty, unreadable.count == 1, let error = unreadable.values.first { throw error }
        guard tables.count == 1, unreadable.isEmpty else {
            let names = (tables.map(\.info.name) + unreadable.keys).sorted()
            throw GeodatabaseError.severalTables(names: names, path: file.path)
        }
        return tables[0]
    }
}
