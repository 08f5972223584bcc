import Cairn
import Foundation

// The code of Docs/Workflows.md and of the Task.framework part of Migration.md, line by line.

struct Photo: Codable, Sendable { var name = "harbour" }
struct Signature: Codable, Sendable { var by = "A" }
struct User: Codable, Sendable { var name = "A" }
struct Address: Codable, Sendable { var town = "B" }

func download(_ url: URL) async throws -> Photo { Photo() }
func shrink(_ image: Photo) -> Photo { image }
func store(_ image: Photo, _ small: Photo) async throws {}
func show(_ image: Photo) {}
func process(_ image: Photo, tile: Int) async throws -> Photo { image }
func join(_ tiles: [Photo]) -> Photo { tiles[0] }
func upload(_ image: Photo) async throws {}
func loadUser() async throws -> User { User() }
func loadAddress() async throws -> Address { Address() }

func firstWorkflow(url: URL) async throws {
    var workflow = Workflow("Thumbnail")
    let image = workflow.task("Download") { try await download(url) }
    let small = workflow.task("Shrink", after: image) { image in shrink(image) }
    workflow.task("Store", after: image, small) { image, small in try await store(image, small) }

    let results = try await workflow.run()
    show(results[small])
}

func tiledWorkflow(workflow: inout Workflow, image: Step<Photo>) {
    let tiles = (0..<16).map { number in
        workflow.task("Tile \(number)", after: image) { image in try await process(image, tile: number) }
    }
    let whole = workflow.task("Join", afterAll: tiles) { tiles in join(tiles) }
    workflow.task("Clean up", following: [whole]) { print("done") }
}

extension PrerequisiteKey where Value == User {
    static var user: Self { Self("user") }
}

extension PrerequisiteKey where Value == Address {
    static var address: Self { Self("address") }
}

func keyedWorkflow(workflow: inout Workflow) throws {
    let user = workflow.task("User") { try await loadUser() }
    let address = workflow.task("Address") { try await loadAddress() }
    try workflow.task(
        "Letter", keyed: [PrerequisiteKey.user.bound(to: user), PrerequisiteKey.address.bound(to: address)],
        requiring: ["user", "address"]
    ) { values in
        print(try values[.user].name, try values[.address].town)
    }
}

func gatedWorkflow(page: Photo, signature: Signature) async throws {
    var workflow = Workflow("Print")
    let approval = workflow.gate("Approved", of: Signature.self, timeout: .seconds(3600))
    workflow.task("Print", after: approval) { signature in print("approved by", signature.by) }

    let run = try workflow.start()
    run.fulfill(approval, with: signature)
    _ = try await run.results()
}

func subWorkflow(workflow: inout Workflow, image: Step<Photo>) {
    let filtered = workflow.subworkflow("Filter", after: image) { filter, image in
        let tiles = (1...3).map { number in filter.task("Tile \(number)") { try await process(image, tile: number) } }
        return filter.task("Join", afterAll: tiles) { tiles in join(tiles) }
    }
    let policy = StepPolicy(retry: RetryPolicy(attempts: 3), timeout: .seconds(30))
    workflow.task("Upload", after: filtered, policy: policy) { image in try await upload(image) }
}

func watching(workflow: Workflow) async throws {
    let run = try workflow.makeRun()
    let events = run.events
    run.start()
    for await event in events {
        switch event.kind {
        case .changed(let change): print(change.name, "is", change.to)
        case .finished: print("all done")
        case .quiescent: return
        default: break
        }
    }
}

func goingOn(run: WorkflowRun, upload: Step<Void>) async throws {
    do {
        _ = try await run.results()
    } catch let failure as WorkflowFailure {
        print(failure)
        print(run.explain(upload))
        run.retry()
    }
}

func growing(run: WorkflowRun, image: Step<Photo>, names: [String]) throws {
    let tiles = try run.add { workflow in
        names.map { name in workflow.task(name, after: image) { image in shrink(image) } }
    }
    print("added", tiles.count)
}

struct Thumbnails: WorkflowDefinition {
    static let kind = "thumbnails"
    let folder: URL

    func build(_ workflow: inout Workflow, services: Void) throws -> Step<Int> {
        let files = workflow.task("List") { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
        return workflow.task("Count", after: files) { files in files.count }
    }
}

func storedWorkflow(folder: URL, store: FileJobStore) async throws {
    let job = try Job(WorkflowWork(Thumbnails(folder: folder)), configuration: JobConfiguration(store: store))
    let count = try await job.run()
    print(count, "files")
}
