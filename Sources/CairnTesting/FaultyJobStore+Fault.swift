import CairnCore
public import Foundation

extension FaultyJobStore {
    /// What a store can be asked to do.
    public enum Operation: String, Sendable, CaseIterable {
        /// Taking a job.
        case claim
        /// Giving it back.
        case release
        /// Asking who has it.
        case owner
        /// Telling that the owner lives.
        case heartbeat
        /// Asking something of the owner.
        case post
        /// Writing.
        case save
        /// Reading.
        case load
        /// Reading all.
        case list
        /// Removing.
        case remove
    }

    /// One call of the store.
    public struct Call: Sendable, Hashable {
        /// What was asked.
        public let operation: Operation
        /// Of which job.
        public let job: UUID?
        /// The how manieth call of this operation, from 1.
        public let number: Int
    }

    /// How a call goes wrong.
    public enum Fault: Sendable {
        /// It fails, and nothing was done.
        case failBefore(any Error = FaultyJobStore.failure)
        /// It fails, and yet was carried out: as when the answer of a server is lost.
        case failAfter(any Error = FaultyJobStore.failure)
        /// It stands at the gate, cancelled or not, before it is carried out.
        case holdBefore(Gate)
        /// It is carried out, and stands at the gate before it is told.
        case holdAfter(Gate)
    }
}
