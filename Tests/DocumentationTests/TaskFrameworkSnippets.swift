import Cairn
import CairnCallbacks
import Foundation
import TSKCompat
import Testing

// The code of the Task.framework part of Migration.md, which is run here.

struct Photo: Sendable { var name = "harbour" }

func process(_ image: Photo, tile: Int) async throws -> Photo { image }
func join(_ tiles: [Photo]) -> Photo { tiles[0] }
func processed(_ image: Photo, tile: Int) throws -> Photo { image }

class ProcessImageTileTask: TSKTask, @unchecked Sendable {
    let tile: Int

    init(tile: Int) {
        self.tile = tile
        super.init(name: "Tile \(tile)")
    }

    override func main() {
        do {
            guard let image = anyPrerequisiteResult() as? Photo else { throw CocoaError(.coderValueNotFound) }
            finish(with: try processed(image, tile: tile))
        } catch {
            fail(with: error)
        }
    }
}

func oldTiles(of imageTask: TSKTask, in workflow: TSKWorkflow) {
    let tiles = (0..<16).map { ProcessImageTileTask(tile: $0) }
    for tile in tiles { workflow.add(tile, prerequisites: [imageTask]) }
    let joinTask = TSKBlockTask(name: "Join") { task in
        task.finish(with: join(task.allPrerequisiteResults().compactMap { $0 as? Photo }))
    }
    workflow.add(joinTask, prerequisites: Set(tiles))
    workflow.start()
}

func newTiles(of image: Step<Photo>, in workflow: inout Workflow) -> Step<Photo> {
    let tiles = (0..<16).map { tile in
        workflow.task("Tile \(tile)", after: image) { image in try await process(image, tile: tile) }
    }
    return workflow.task("Join", afterAll: tiles) { tiles in join(tiles) }
}

final class Importer {
    func setUpWorkflow(_ workflow: TSKWorkflow) {
        let blockTask = TSKBlockTask(name: "API Request") { [weak self] task in
            self?.execute("users/1", success: { response in task.finish(with: response) }, failure: { task.fail(with: $0) })
        }
        workflow.add(blockTask, prerequisites: nil)

        let mappingTask = TSKSelectorTask(name: "Map API Result", target: self, action: Importer.mapRequestResult)
        workflow.add(mappingTask, prerequisites: [blockTask])
    }

    func mapRequestResult(from task: TSKTask) {
        guard let response = task.anyPrerequisiteResult() as? [String: String] else {
            return task.fail(with: CocoaError(.coderReadCorrupt))
        }
        task.finish(with: response["name"])
    }

    func execute(_ path: String, success: @escaping ([String: String]) -> Void, failure: @escaping (any Error) -> Void) {
        success(["path": path, "name": "A"])
    }
}

func importWorkflow(_ importer: Importer) -> Workflow {
    var workflow = Workflow("Import")
    let response = workflow.task("API Request") { try await request("users/1") }
    workflow.task("Map API Result", after: response) { response in response["name"] }
    return workflow
}

func request(_ path: String) async throws -> [String: String] {
    try await awaitCallback { done in
        Importer().execute(path, success: { done(.success($0)) }, failure: { done(.failure($0)) })
        return nil
    }
}

func oldUpload(_ filterWorkflow: TSKWorkflow, userSuppliedData: Data) -> TSKWorkflow {
    let imageWorkflow = TSKWorkflow(name: "Upload Image")
    let imageAvailableTask = TSKExternalConditionTask(name: "Image available")
    let filterTask = TSKSubworkflowTask(subworkflow: filterWorkflow)
    imageWorkflow.add(imageAvailableTask, prerequisites: nil)
    imageWorkflow.add(filterTask, prerequisites: [imageAvailableTask])
    imageWorkflow.start()
    imageAvailableTask.fulfill(with: userSuppliedData)
    return imageWorkflow
}

func newUpload(userSuppliedData: Data) async throws {
    var workflow = Workflow("Upload Image")
    let imageAvailable = workflow.gate("Image available", of: Data.self)
    workflow.subworkflow("Filter", after: imageAvailable) { filter, image in
        filter.task("Blur") { image.reversed() }
    }
    let run = try workflow.start()
    run.fulfill(imageAvailable, with: userSuppliedData)
    _ = try await run.results()
}

@Suite(.timeLimit(.minutes(10)))
struct TaskFrameworkSnippetTests {
    private final class End: TSKWorkflowDelegate, Sendable {
        let isFinished = Level(false)
        func workflowDidFinish(_ workflow: TSKWorkflow) { isFinished.send(true) }
    }

    @Test func `what is run is what is printed`() throws {
        func lines(_ text: String) -> String {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
        }
        let code = try lines(String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
        let second = try Documents.snippets("Migration.md").filter { $0.text.contains("TSK") || $0.text.contains("Workflow") }
        #expect(second.count >= 6)
        for snippet in second { #expect(code.contains(lines(snippet.text)), "Migration.md:\(snippet.line)") }
    }

    @Test func `the old tiles run`() async {
        let workflow = TSKWorkflow(name: "Tiles")
        let end = End()
        workflow.delegate = end
        let image = TSKBlockTask { $0.finish(with: Photo()) }
        workflow.add(image, prerequisites: nil)
        oldTiles(of: image, in: workflow)
        for await isFinished in end.isFinished.values where isFinished { break }
        #expect(workflow.allTasks.count == 18)
        #expect(workflow.tasksWithNoDependentTasks.first?.result is Photo)
    }

    @Test func `the new tiles give the same`() async throws {
        var workflow = Workflow("Tiles")
        let image = workflow.task("image") { Photo() }
        let whole = newTiles(of: image, in: &workflow)
        #expect(try await workflow.run()[whole].name == "harbour")
    }

    @Test func `the old request and the new one give the same`() async throws {
        let workflow = TSKWorkflow(name: "Import")
        let end = End()
        workflow.delegate = end
        let importer = Importer()
        importer.setUpWorkflow(workflow)
        workflow.start()
        for await isFinished in end.isFinished.values where isFinished { break }
        #expect(workflow.tasksWithNoDependentTasks.first?.result as? String == "A")
        _ = try await importWorkflow(importer).run()
    }

    @Test func `the old upload and the new one filter what a user gives`() async throws {
        let filter = TSKWorkflow(name: "Filter")
        filter.add(TSKBlockTask { $0.finish(with: "blurred") }, prerequisites: nil)
        let isUploaded = Level(false)
        let observer = NotificationCenter.default.addObserver(forName: .TSKWorkflowDidFinish, object: nil, queue: nil) { note in
            if (note.object as? TSKWorkflow)?.name == "Upload Image" { isUploaded.send(true) }
        }
        let workflow = oldUpload(filter, userSuppliedData: Data([1, 2]))
        for await isFinished in isUploaded.values where isFinished { break }
        NotificationCenter.default.removeObserver(observer)
        #expect(workflow.tasksWithNoDependentTasks.first?.result as? TSKWorkflow === filter && !filter.hasUnfinishedTasks())
        try await newUpload(userSuppliedData: Data([1, 2]))
    }
}
