import Cairn
import CairnCore
import Foundation

/// Runs one job in the foreground: progress, messages, Ctrl-C, and what others ask of it.
struct JobSession {
    let job: any JobProtocol
    let isJSON: Bool
    /// Whether the job is stored, and can go on later.
    var isKept = true

    /// Runs the job to its end, or until it is paused.
    func run(title: String) async throws -> ExitCode {
        let line = ProgressLine(title, isJSON: isJSON)
        let stop: @Sendable () -> Void = { [job, isKept] in if isKept { job.pause() } else { job.cancel() } }
        let interruption = Interruption(stop)
        if isJSON { Console.json(["event": "started", "job": .string(job.id.uuidString)]) }
        // What an earlier run has told is not told again.
        let told = Level(job.messages.count)
        try job.retry()
        // One that came before the job was started has paused nothing.
        if interruption.hasHappened { stop() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await follow(line) }
            group.addTask { for await message in job.messageUpdates.dropFirst(told.value) { tell(message, line, told) } }
            group.addTask { await heartbeats() }
            // The statuses begin with what was told before the job was started.
            for await _ in job.statuses where job.status.isFinished || job.status == .paused || job.owner != nil { break }
            group.cancelAll()
        }
        if let owner = job.owner { throw JobError.claimed(job.id, owner: owner) }
        // Those that came last may not have had their turn.
        for message in job.messages.dropFirst(told.value) { tell(message, line, told) }
        var loss: (any Error)?
        do { try await job.settle() } catch { loss = error }
        line.close()
        if let loss {
            Console.error("Not saved: \(Console.text(of: loss))")
            if job.status == .paused { return .failed }
        }
        return end(interruption)
    }

    private func follow(_ line: ProgressLine) async {
        for await percent in job.progressUpdates { line.update(percent) }
    }

    private func tell(_ message: JobMessage, _ line: ProgressLine, _ told: Level<Int>) {
        told.send(told.value + 1)
        if isJSON {
            let severity = JSONValue.string(message.severity.rawValue)
            Console.json(["event": "message", "severity": severity, "text": .string(message.text)])
        } else {
            line.note(
                "\(message.severity == .info ? "" : "\(message.severity.rawValue): ")\(message.text.printable(upTo: 2000))")
        }
    }

    /// Once a second: what other processes ask comes through the store.
    private func heartbeats() async {
        while (try? await Task.sleep(for: .seconds(1))) != nil { await job.heartbeat() }
    }

    /// Whether the job's last message was its error.
    private var wasTold: Bool {
        guard let last = job.messages.last, !Console.isQuiet else { return false }
        return last.severity == .error && job.error.map { last.text == $0.words } ?? false
    }

    private func end(_ interruption: Interruption) -> ExitCode {
        let status = job.status
        if isJSON {
            var event: [String: JSONValue] = ["event": .string(status.rawValue), "job": .string(job.id.uuidString)]
            event["error"] = job.error.map { .string(Console.text(of: $0)) }
            Console.json(.object(event))
        }
        switch status {
        case .succeeded: return .done
        case .paused:
            Console.note("Paused and saved. To go on: cairn jobs resume \(job.id)")
            return .interrupted
        case .canceled:
            // By another, perhaps: then it is a failure here, which is told.
            guard interruption.hasHappened else {
                if !isJSON { Console.error("Cancelled.") }
                return .failed
            }
            Console.note(isKept ? "Cancelled." : "Interrupted. Nothing was written.")
            return .interrupted
        default:
            if !isJSON, !wasTold {
                Console.error("\(Colour.red.of("Failed:", on: .errors)) \(job.error.map(Console.text) ?? "no reason is known")")
            }
            if let advice = job.error.flatMap(CommandCredentials.standard.advice) { Console.error(advice) }
            return .failed
        }
    }
}
