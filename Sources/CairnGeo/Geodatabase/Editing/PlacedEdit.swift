import CairnCore

/// An edit that has its place among others, and what becomes of it.
package final class PlacedEdit<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var outcome: Result<Value, any Error>?
        var waiter: Waiter<Never>?
    }

    private let state = Guarded(State())
    private let interruption = Interruption()

    /// Does it, and tells who waits.
    func perform(on package: GeoPackage, _ body: (GeoPackage) throws -> Value) {
        settle(Result { try package.database.interruptible(by: interruption) { try body(package) } })
    }

    func settle(_ outcome: Result<Value, any Error>) {
        state.change { state, wakes in
            state.outcome = outcome
            if let waiter = state.waiter { wakes.resume(waiter) }
            state.waiter = nil
        }
    }

    /// Ends it, if it is not done.
    func cancel() { interruption.ask() }

    /// What became of it, once it was its turn. One task at a time asks for it.
    ///
    /// - Throws: What it has thrown; `CancellationError` if the task is cancelled before it is done.
    package func value() async throws -> Value {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.change { state, wakes in
                    let waiter = Waiter<Never>(continuation)
                    if state.outcome == nil { state.waiter = waiter } else { wakes.resume(waiter) }
                }
            }
        } onCancel: {
            cancel()
        }
        guard let outcome = state.read(\.outcome) else { throw CancellationError() }
        return try outcome.get()
    }
}

extension Geodatabase {
    /// Takes a place among the edits, on the calling thread: behind all that was asked for before, ahead of what is asked for later, be it the end of
    /// a transaction.
    ///
    /// - Throws: ``GeodatabaseError/notLoaded(path:)``, ``GeodatabaseError/readOnly(path:)``, ``GeodatabaseError/closed(path:)``.
    func place<Value: Sendable>(_ body: @escaping @Sendable (GeoPackage) throws -> Value) throws -> PlacedEdit<Value> {
        let edit = PlacedEdit<Value>()
        try writer().enqueue { opened in
            switch opened {
            case .success(let package): edit.perform(on: package, body)
            case .failure(let error): edit.settle(.failure(error))
            }
        }
        return edit
    }

    /// Makes a table, in its place among the edits.
    ///
    /// - Throws: As ``place(_:)``.
    package func placeTable(_ definition: FeatureTableDefinition) throws -> PlacedEdit<GeodatabaseFeatureTable> {
        try place { [self] package in
            try package.transaction { try package.createTable(definition) }
            take(try package.contents())
            return try table(named: definition.name)
        }
    }
}

extension GeodatabaseFeatureTable {
    /// Makes an edit, in its place among those of the geodatabase.
    ///
    /// - Parameters:
    ///   - edit: Tells what is to be done, when that comes.
    ///   - done: Is told what became of it, before what comes behind.
    /// - Throws: As ``Geodatabase/place(_:)``.
    package func place(
        _ edit: @escaping @Sendable () throws -> TableEdit, done: @escaping @Sendable ([FeatureEditResult]) -> Void = { _ in }
    ) throws -> PlacedEdit<[FeatureEditResult]> {
        try geodatabase.place { package in
            let results = try package.perform(try edit(), on: info)
            done(results)
            return results
        }
    }
}
