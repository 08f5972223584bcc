import CairnCore
import Foundation
import Synchronization

/// The connections that ask: each is somebody's, or has nothing to do.
extension Geodatabase {
    /// So many questions are answered at once, and so many connections are kept: each takes three descriptors, and those of one that is closed SQLite
    /// keeps while others have the file locked.
    static let mostReaders = 16

    /// A connection that nobody else uses until it is given back.
    func borrowReader() async throws -> GeodatabaseConnection {
        try await load()
        return try reader()
    }

    func reader() throws(GeodatabaseError) -> GeodatabaseConnection {
        if hasBeenReplaced() { throw .replaced(path: url.path) }
        let url = url
        let new = GeodatabaseConnection(url.path) { patience, interruption in
            try GeoPackage(url, isReadOnly: true, waiting: patience, until: interruption)
        }
        let (reader, held) = try state.withLock { (state) throws(GeodatabaseError) in
            if state.isClosed { throw .closed(path: url.path) }
            let reader = state.readers.popLast() ?? new
            // Whoever is looked at is held by that, and may be held by nothing else by now.
            let held = state.borrowed.compactMap(\.reader)
            state.borrowed = (held + [reader]).map(Borrowed.init)
            return (reader, held)
        }
        withExtendedLifetime(held) {}
        return reader
    }

    /// For the next who needs one. Who does not give one back, has it closed.
    func giveBack(_ reader: GeodatabaseConnection) {
        let held = state.withLock { state in
            let held = state.borrowed.compactMap(\.reader)
            state.borrowed = held.filter { $0 !== reader }.map(Borrowed.init)
            let isOver = state.isClosed || state.isReplaced
            if !isOver, state.readers.count < Self.mostReaders { state.readers.append(reader) }
            return held
        }
        withExtendedLifetime(held) {}
    }

    /// Asks something that is answered at once.
    @concurrent
    package func ask<Value: Sendable>(_ body: @Sendable (GeoPackage) throws -> Value) async throws -> Value {
        try await load()
        if isInTransaction { return try await writer().perform(body) }
        // Who is cancelled may have to ask all the same, to leave nothing behind.
        if Task.isCancelled { return try await askAtOnce(body) }
        try await turns.take()
        defer { turns.give() }
        return try await askAtOnce(body)
    }

    private func askAtOnce<Value: Sendable>(_ body: @Sendable (GeoPackage) throws -> Value) async throws -> Value {
        let reader = try reader()
        let value = try await reader.perform(body)
        giveBack(reader)
        return value
    }
}
