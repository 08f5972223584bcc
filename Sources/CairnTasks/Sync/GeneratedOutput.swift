import CairnCore
import CairnGeo
import Foundation

/// A GeoPackage that is made of the copy of a service. Disks block, so it has a queue of its own.
actor GeneratedOutput {
    private let executor = QueueExecutor("cairn.geodatabase-output")
    private let tables: [Int: FeatureTableDefinition]
    private let partial: PartialOutput
    private let data: URL
    private let isSynced: Bool
    private var file: ReplicaFile?
    private var package: GeoPackage?
    /// Behind it, so that it is let go of last.
    private var lock: FileDescriptor?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - data: What the service has sent.
    ///   - isSynced: Whether the copy will be brought up to date.
    init(_ tables: [Int: FeatureTableDefinition], _ partial: PartialOutput, _ data: URL, isSynced: Bool) {
        (self.tables, self.partial, self.data, self.isSynced) = (tables, partial, data, isSynced)
    }

    /// Begins an empty file; what is there of an earlier run is made again, for all that it takes is here.
    ///
    /// - Returns: What the service has sent.
    func begin() throws -> ReplicaFile {
        let lock = try partial.open(after: 0)
        self.lock = lock
        for suffix in ["-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: partial.url.path + suffix) }
        try lock.truncate(to: 0)
        let package = try GeoPackage(makingIn: partial.url)
        self.package = package
        try package.lockForWriting()
        let file = try ReplicaFile(data)
        self.file = file
        return file
    }

    private var filling: ReplicaImport? {
        guard let file, let package else { return nil }
        return ReplicaImport(file, into: package, tables: tables, isSynced: isSynced)
    }

    func writeFeatures(progress: (Double) -> Void) throws {
        let count = max(1, file?.featureCount ?? 0)
        try filling?.run { progress(Double($0) / Double(count)) }
    }

    /// Where the files are that are attached to features, as far as their bytes are not here.
    func addresses() throws -> [String] {
        let layers = Set(tables.filter(\.value.hasAttachments).keys)
        return try layers.isEmpty ? [] : file?.attachmentAddresses(layers: layers) ?? []
    }

    func addAttachments(fetched: [String: URL]) throws { try filling?.addAttachments(fetched: fetched) }

    /// - Returns: The size of the complete file.
    func finish(_ replica: ReplicaInfo?) throws -> Int {
        try filling?.finish(replica)
        try package?.endLoggingAhead()
        package = nil
        try lock?.synchronize()
        return try lock?.size() ?? 0
    }

    /// Gives the complete file its name.
    func putInPlace() throws {
        guard let lock else { return }
        try partial.putInPlace(lock, isMadeAnew: true)
    }
}
