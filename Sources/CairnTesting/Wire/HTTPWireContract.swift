public import CairnTasks
import Foundation

/// What a transport over a real network survives: servers that break off, lie, talk too much, or say nothing.
///
/// ```swift
/// try await HTTPWireContract(MyTransport()).verify()
/// ```
///
/// It serves the misbehaviour itself, on loopback.
public struct HTTPWireContract: Sendable {
    let transport: any HTTPTransport

    /// A contract for a transport.
    public init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    /// Holds the transport to some clauses; to all of them, unless told otherwise.
    ///
    /// - Throws: ``ContractViolation`` naming the first clause that is broken.
    @concurrent
    public func verify(_ clauses: [Clause] = Clause.allCases) async throws {
        for clause in clauses {
            let server = try ScriptedServer { clause.steps(for: $0) }
            defer { server.stop() }
            try await clause.verify(transport, server)
        }
    }
}

extension HTTPWireContract {
    /// A way of misbehaving.
    public enum Clause: String, CaseIterable, Sendable {
        /// An answer in chunks ends with header fields.
        case trailers
        /// Interim answers come before the answer.
        case interimAnswers
        /// The connection ends in the middle of the head.
        case halfHead
        /// The connection is reset in the middle of the body.
        case resetInBody
        /// The connection is reset before the answer.
        case resetBeforeAnswer
        /// What comes is no HTTP.
        case noHTTP
        /// The status is no number.
        case noStatus
        /// The head tells two lengths.
        case twoLengths
        /// The head never ends.
        case endlessHead
        /// Interim answers never end.
        case endlessInterimAnswers
        /// A chunk has no proper size.
        case wrongChunk
        /// What should be compressed is not.
        case wrongCompression
        /// A small answer becomes a huge one when it is decompressed.
        case decompressionBomb
        /// More comes than the length says.
        case strayBytes
        /// Two answers come for one request.
        case twoAnswers
        /// One byte at a time, for ever.
        case dripping
        /// The body never ends, and nobody reads it.
        case backPressure
        /// A kept connection is closed when the next request has been read, which may be repeated.
        case repeatedOnce
        /// The same for one that may not.
        case neverRepeated
        /// A POST is redirected with a status that loses what it sends.
        case redirectedPost
        /// A challenge that nobody can meet.
        case challenge
    }
}
