import CairnCore
import Dispatch
import Foundation

/// One connection to a GeoPackage, on a queue of its own; opened when it is first needed.
actor GeodatabaseConnection {
    private let executor = QueueExecutor("cairn.geodatabase")
    private let path: String
    private let patience: Patience
    private let open: Opening
    private var package: GeoPackage?
    private var isClosed = false
    /// The rows that are being read: before the package, so that they are let go of first.
    private var cursor: FeatureCursor?

    /// Opens the file, waits so for who else has it, and ends when it is asked to.
    typealias Opening = @Sendable (Patience, Interruption) throws -> GeoPackage

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ path: String, patience: Patience = Patience(), _ open: @escaping Opening) {
        (self.path, self.patience, self.open) = (path, patience, open)
    }

    /// Does something with the file: as a whole, and by nobody else meanwhile. Ended, it throws `CancellationError`.
    @concurrent
    nonisolated func perform<Value: Sendable>(_ body: @Sendable (GeoPackage) throws -> Value) async throws -> Value {
        let interruption = Interruption()
        return try await withTaskCancellationHandler {
            try await run(interruption, body)
        } onCancel: {
            interruption.ask()
        }
    }

    private func run<Value: Sendable>(_ interruption: Interruption, _ body: @Sendable (GeoPackage) throws -> Value) throws
        -> Value
    {
        let package = try opened(interruption)
        return try unchanged(package) { try package.database.interruptible(by: interruption) { try body(package) } }
    }

    /// What `body` reads of a file that stays as it is meanwhile.
    private func unchanged<Value>(_ package: GeoPackage, _ body: () throws -> Value) throws -> Value {
        let value = Result { try body() }
        do { try package.database.expectUnchanged() } catch {
            // What went wrong, if anything did, is of no use then.
            (cursor, self.package) = (nil, nil)
            throw error
        }
        return try value.get()
    }

    /// The same on the calling thread, for who cannot await: at once, unless something else is being done, which ends first.
    nonisolated func performNow<Value: Sendable>(_ body: @Sendable (GeoPackage) throws -> Value) throws -> Value {
        try executor.queue.sync {
            try assumeIsolated { connection in
                let package = try connection.opened()
                return try connection.unchanged(package) { try body(package) }
            }
        }
    }

    /// The same, without waiting for long for who else writes into the file: neither itself, nor what has to be done before.
    nonisolated func performInAHurry<Value: Sendable>(_ body: @Sendable (GeoPackage) throws -> Value) throws -> Value {
        try patience.hurrying { try performNow(body) }
    }

    /// The same without waiting: `body` is called behind all that was asked for before, with the file or with why there is none.
    nonisolated func enqueue(_ body: @escaping @Sendable (Result<GeoPackage, any Error>) -> Void) {
        executor.queue.async {
            self.assumeIsolated { connection in body(Result { try connection.opened() }) }
        }
    }

    private func opened(_ interruption: Interruption = Interruption()) throws -> GeoPackage {
        if isClosed { throw GeodatabaseError.closed(path: path) }
        do { return try known(interruption) ?? openedAnew(interruption) } catch let error as DatabaseError
            where interruption.isAsked && error.isOfOthers
        {
            throw CancellationError()
        }
    }

    /// What is open, unless another file has taken its place.
    private func known(_ interruption: Interruption) throws -> GeoPackage? {
        guard let package, cursor != nil || (try? package.database.expectUnchanged()) != nil else { return nil }
        package.database.interruption = interruption
        defer { package.database.interruption = nil }
        try LeftJournal(beside: package.database).takeBack()
        return package
    }

    private func openedAnew(_ interruption: Interruption) throws -> GeoPackage {
        package = nil
        let new = try patience.persisting { try open(patience, interruption) }
        new.database.wait(with: patience)
        package = new
        return new
    }

    // MARK: - Rows

    /// Finds features, of which ``nextBatch()`` then gives some at a time.
    @concurrent
    nonisolated func find(
        _ parameters: QueryParameters, in definition: FeatureTableDefinition
    ) async throws -> FeatureResultShape {
        let interruption = Interruption()
        return try await withTaskCancellationHandler {
            try await begin(interruption, parameters, definition)
        } onCancel: {
            interruption.ask()
        }
    }

    private func begin(
        _ interruption: Interruption, _ parameters: QueryParameters, _ definition: FeatureTableDefinition
    ) throws -> FeatureResultShape {
        let package = try opened(interruption)
        let cursor = try unchanged(package) {
            try package.database.interruptible(by: interruption) {
                try package.using(definition) { try FeatureCursor(parameters, definition, package) }
            }
        }
        self.cursor = cursor
        return cursor.shape
    }

    /// Some features; nil behind the last.
    @concurrent
    nonisolated func nextBatch() async throws -> [Feature]? {
        let interruption = Interruption()
        return try await withTaskCancellationHandler {
            try await advance(interruption)
        } onCancel: {
            interruption.ask()
        }
    }

    private func advance(_ interruption: Interruption) throws -> [Feature]? {
        let package = try opened(interruption)
        guard let cursor else { return nil }
        do {
            let batch = try unchanged(package) {
                try package.database.interruptible(by: interruption) { try cursor.nextBatch() }
            }
            if batch == nil { self.cursor = nil }
            return batch
        } catch {
            self.cursor = nil
            throw error
        }
    }

    /// Lets go of the file: what is asked for later is refused.
    func close() {
        isClosed = true
        (cursor, package) = (nil, nil)
    }

    /// The same on the calling thread.
    nonisolated func closeNow() {
        executor.queue.sync { assumeIsolated { $0.close() } }
    }
}
