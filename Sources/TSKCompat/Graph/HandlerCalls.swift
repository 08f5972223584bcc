import CairnCore
import Foundation

/// The calls of hooks, delegates and notifications that one thread has to make.
///
/// A command changes states first and then calls handlers, on the thread that gave it. A command that a handler gives has its effect at
/// once. If it is given to the workflow whose handler this is, its own handlers are called after those that are still to be called, before
/// the outermost command returns; if to another, before the command returns, for the handler may wait for what comes of it. No lock is held,
/// and no thread waits for another's handlers.
final class HandlerCalls {
    /// The graphs whose handlers are being called, by whom, from the outermost in.
    private var graphs: [ObjectIdentifier] = []
    private var later: [ObjectIdentifier: Queue<() -> Void>] = [:]
    /// The commands that are just being passed on to tasks by their overridable methods, and have not got to the bottom.
    private var arrivals: [Arrival] = []
    #if CAIRN_DARWIN
        /// What observers who are being told are shown of a task.
        var shown: ShownValues?
    #endif
    /// Cancellations of tasks whose workflows are being told first.
    private var announcements: [Announcement] = []

    /// Those of the current thread.
    static var ofThread: HandlerCalls {
        if let raw = pthread_getspecific(key) { return Unmanaged<HandlerCalls>.fromOpaque(raw).takeUnretainedValue() }
        let calls = HandlerCalls()
        pthread_setspecific(key, Unmanaged.passRetained(calls).toOpaque())
        return calls
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { HandlerCalls.letGo($0) }
        return key
    }()

    /// Optional, for so it is on Linux.
    private static func letGo(_ raw: UnsafeMutableRawPointer?) {
        if let raw { Unmanaged<HandlerCalls>.fromOpaque(raw).release() }
    }

    /// Makes the calls of a command: now, or after those under way if a handler of the same graph has given it.
    func make(in graph: TaskGraph, _ calls: @escaping () -> Void) {
        let id = ObjectIdentifier(graph)
        if graphs.contains(id) { later[id, default: Queue()].append(calls) } else { makeNow(in: graph, calls) }
    }

    /// Makes calls that are part of those under way, as what a subworkflow's end means to the task around it.
    func makeNow(in graph: TaskGraph, _ calls: () -> Void) {
        let id = ObjectIdentifier(graph)
        let isOutermost = !graphs.contains(id)
        graphs.append(id)
        calls()
        if isOutermost { makeLater(id) }
        graphs.removeLast()
    }

    private func makeLater(_ id: ObjectIdentifier) {
        if later.isEmpty { return }
        while let calls = later[id]?.popFirst() { calls() }
        later[id] = nil
    }

    /// Passes a command on to a task: its class may do something of its own before or after.
    func pass(_ arrival: Arrival) {
        let count = arrivals.count
        arrivals.append(arrival)
        arrival.command.send(to: arrival.task)
        // An override that has left super out.
        if arrivals.count > count { arrivals.removeLast(arrivals.count - count) }
    }

    /// What has been done to `task` already, if it is given the command now because that is being passed on to it.
    func take(_ command: TaskCommand, for task: TSKTask) -> Arrival? {
        let index = arrivals.lastIndex { $0.task === task && $0.command == command }
        return index.map { arrivals.remove(at: $0) }
    }

    /// Makes the calls of `body`, and those of the announcement when one of them asks for it, at the latest at its end.
    func announce(_ announcement: Announcement, after body: () -> Void) {
        announcements.append(announcement)
        body()
        announcement.make()
        announcements.removeAll { $0 === announcement }
    }

    /// The cancellation of a task whose workflow is being told of it on this thread.
    func announcement(of task: TSKTask) -> Announcement? {
        announcements.last { $0.task === task && !$0.isMade }
    }
}

/// Calls that are made once, as soon as one of two asks for it.
final class Announcement {
    let task: TSKTask
    private let calls: () -> Void
    private(set) var isMade = false

    init(of task: TSKTask, _ calls: @escaping () -> Void) {
        self.task = task
        self.calls = calls
    }

    func make() {
        guard !isMade else { return }
        isMade = true
        calls()
    }
}
