import Foundation

/// The calls of hooks, delegates and notifications that one thread has to make.
///
/// A command changes states first and then calls handlers, on the thread that gave it. A command that a handler gives has its effect at
/// once, and its own handlers are called after those that are still to be called, before the outermost command returns. No lock is held,
/// and no thread waits for another's handlers.
final class HandlerCalls {
    private var later: [() -> Void] = []
    private var depth = 0
    /// The commands that are just being passed on to tasks by their overridable methods, and have not got to the bottom.
    private var arrivals: [Arrival] = []

    /// Those of the current thread.
    static var ofThread: HandlerCalls {
        if let raw = pthread_getspecific(key) { return Unmanaged<HandlerCalls>.fromOpaque(raw).takeUnretainedValue() }
        let calls = HandlerCalls()
        pthread_setspecific(key, Unmanaged.passRetained(calls).toOpaque())
        return calls
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        #if canImport(ObjectiveC)
            pthread_key_create(&key) { Unmanaged<HandlerCalls>.fromOpaque($0).release() }
        #else
            pthread_key_create(&key) { raw in
                if let raw { Unmanaged<HandlerCalls>.fromOpaque(raw).release() }
            }
        #endif
        return key
    }()

    /// Makes the calls of a command: now, or after those under way if a handler has given it.
    func make(_ calls: @escaping () -> Void) {
        if depth > 0 { later.append(calls) } else { makeNow(calls) }
    }

    /// Makes calls that are part of those under way, as what a subworkflow's end means to the task around it.
    func makeNow(_ calls: () -> Void) {
        depth += 1
        calls()
        while depth == 1, !later.isEmpty {
            let due = later
            later = []
            for calls in due { calls() }
        }
        depth -= 1
    }

    /// Passes a command on to a task: its class may do something of its own before or after.
    func pass(_ arrival: Arrival) {
        let count = arrivals.count
        arrivals.append(arrival)
        arrival.command.send(to: arrival.task)
        // An override that has left super out.
        if arrivals.count > count { arrivals.removeLast(arrivals.count - count) }
    }

    func isPassing(_ command: TaskCommand, to task: TSKTask) -> Bool {
        arrivals.contains { $0.task === task && $0.command == command }
    }

    /// What has been done to `task` already, if it is given the command now because that is being passed on to it.
    func take(_ command: TaskCommand, for task: TSKTask) -> Arrival? {
        let index = arrivals.lastIndex { $0.task === task && $0.command == command }
        return index.map { arrivals.remove(at: $0) }
    }
}
