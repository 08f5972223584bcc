import Cairn
import Foundation
import Testing

/// The pictures of Docs/Workflows.md are what the library draws. `CAIRN_WRITE_PICTURES=1 swift test --filter WorkflowPictureTests` draws
/// them anew.
@Suite(.timeLimit(.minutes(10)))
struct WorkflowPictureTests {
    private struct Trouble: Error, CustomStringConvertible { var description: String { "The server is busy." } }

    /// A clock that stands, so that a picture does not tell how long things took.
    private struct StoppedClock: Clock {
        struct Instant: InstantProtocol {
            func advanced(by duration: Duration) -> Instant { self }
            func duration(to other: Instant) -> Duration { .zero }
            static func < (left: Instant, right: Instant) -> Bool { false }
        }

        var now: Instant { Instant() }
        var minimumResolution: Duration { .zero }
        /// Until cancelled: time does not pass.
        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
            for await _ in stream {}
            continuation.finish()
        }
    }

    private func check(_ snapshot: WorkflowSnapshot, _ name: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Docs/Workflows/\(name).svg")
        if ProcessInfo.processInfo.environment["CAIRN_WRITE_PICTURES"] != nil { try Data(snapshot.svg().utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == snapshot.svg())
    }

    @Test func `the first workflow`() throws {
        var workflow = Workflow("Thumbnail")
        let image = workflow.task("Download") { 1 }
        let small = workflow.task("Shrink", after: image) { $0 }
        workflow.task("Store", after: image, small) { _, _ in }
        try check(try workflow.snapshot(), "thumbnail")
    }

    @Test func `one that has failed in part`() async throws {
        var workflow = Workflow("Upload Image")
        let image = workflow.gate("Image available", of: Int.self)
        let filtered = workflow.subworkflow("Filter", after: image) { filter, image in
            let tiles = (1...3).map { number in filter.task("Tile \(number)") { image + number } }
            return filter.task("Join", afterAll: tiles) { $0.count }
        }
        let upload = workflow.task("Upload", after: filtered) { _ in throw Trouble() }
        workflow.task("Tell", after: upload) { _ in }
        let consent = workflow.gate("Consent", of: Int.self)
        workflow.task("Publish", after: filtered, consent) { _, _ in }
        let run = try workflow.start(WorkflowConfiguration(clock: StoppedClock()))
        run.fulfill(image, with: 1)
        _ = try? await run.value(of: upload)
        try check(run.snapshot, "upload-image")
        #expect(run.explain(upload) == "\"Upload\" has failed: The server is busy.")
        run.cancel()
    }
}
