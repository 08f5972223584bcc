import CairnCore
import CairnTesting
import Testing

/// Runs a job up to a gate, pauses it there, and runs it again from what was kept, through the gate, to its end.
func interrupted<Work>(_ job: Job<Work>, at gate: Gate) async throws -> Work.Output {
    try job.start()
    await gate.waiting(for: 1)
    job.pause()
    try await job.settle()
    #expect(job.status == .paused)
    try job.start()
    await gate.waiting(for: 1)
    gate.open()
    return try await job.output
}
