import CairnCore
import Dispatch
import Synchronization

/// Writes parts of a file on a thread of its own, one at a time, while the next is made ready.
final class BackgroundWriting: Sendable {
    private let file: FileDescriptor
    private let queue: DispatchQueue
    private let state = Mutex(State())

    /// Only who has waited, or is at work, looks at it.
    private struct State {
        var part: [UInt8] = []
        var place = 0
        var failure: SystemError?
    }

    init(_ file: FileDescriptor, on queue: DispatchQueue = DispatchQueue(label: "cairn.files.writing")) {
        (self.file, self.queue) = (file, queue)
    }

    /// Takes a part to be written, and gives an empty array in its place, that of the part before, for which it waits.
    ///
    /// - Throws: That the part before was not written: then this is not, either.
    func write(_ part: inout [UInt8], at place: Int) throws(SystemError) {
        try wait()
        state.withLock { state in
            swap(&state.part, &part)
            state.place = place
        }
        queue.async { self.work() }
    }

    /// Waits until the parts are written.
    func wait() throws(SystemError) {
        queue.sync {}
        if let failure = state.withLock(\.failure) { throw failure }
    }

    private func work() {
        // Taken out, and put back: a copy of the array would be new memory for each part.
        var (part, place) = state.withLock { state in (exchange(&state.part, with: []), state.place) }
        var failure: SystemError?
        do throws(SystemError) {
            try file.write(part, at: place)
            // The disk works meanwhile: else all of it is waited for at the end.
            file.beginSynchronizing(place..<place + part.count)
        } catch { failure = error }
        part.removeAll(keepingCapacity: true)
        state.withLock { state in (state.part, state.failure) = (part, failure) }
    }
}
