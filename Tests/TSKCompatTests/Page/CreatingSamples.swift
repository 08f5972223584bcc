import Foundation
import TSKCompat

// "Creating Tasks" of Task.framework's own page. Docs/Compatibility.md lists what is replaced; what the page leaves out (`…`) is below each sample.

struct NoImage: Error {}

// swift-format-ignore
class ProcessImageTileTask : TSKTask, @unchecked Sendable {
    override func main() {
        do {
            // Process image data
            let result = try process(imageData, rect: tileRect)
            finish(with: result)
        } catch {
            fail(with: error)
        }
    }

    let imageData: String
    let tileRect: Range<Int>

    init(_ imageData: String, _ tileRect: Range<Int>) {
        self.imageData = imageData
        self.tileRect = tileRect
        super.init(name: "Tile")
    }

    private func process(_ data: String, rect: Range<Int>) throws -> String {
        guard rect.upperBound <= data.count else { throw NoImage() }
        return String(data.dropFirst(rect.lowerBound).prefix(rect.count)).uppercased()
    }
}

// swift-format-ignore
/// With the block task of the page.
final class RequestController: @unchecked Sendable {
    let workflow: TSKWorkflow
    let requestTask: TSKTask
    var isOffline = false

    init(_ workflow: TSKWorkflow, after requestTask: TSKTask) {
        self.workflow = workflow
        self.requestTask = requestTask
    }

    func setUpWorkflow() {
        workflow.add(requestTask, prerequisites: nil)
        let request = "users/1"

        let blockTask = TSKBlockTask(name: "API Request") { [weak self] task in
            self?.execute(request, success: { response in
                task.finish(with: response)
            }, failure: { error in
                task.fail(with: error)
            })
        }

        workflow.add(blockTask, prerequisites: [requestTask])
    }

    private func execute(_ path: String, success: @escaping (Any) -> Void, failure: @escaping (Error) -> Void) {
        if isOffline { failure(NoImage()) } else { success("answer to \(path)") }
    }
}

// swift-format-ignore
/// With the selector task of the page.
final class MappingController: NSObject {
    let workflow: TSKWorkflow
    let requestTask: TSKTask
    let managedObjectContext = "context"

    init(_ workflow: TSKWorkflow, after requestTask: TSKTask) {
        self.workflow = workflow
        self.requestTask = requestTask
    }

    func setUpWorkflow() {
        workflow.add(requestTask, prerequisites: nil)

        #if CAIRN_OBJC
        let mappingTask = TSKSelectorTask(name: "Map API Result",
                                        target: self,
                                        selector: #selector(mapRequestResult(from:)))
        #else
        let mappingTask = TSKSelectorTask(name: "Map API Result",
                                        target: self,
                                        action: MappingController.mapRequestResult(from:))
        #endif

        workflow.add(mappingTask, prerequisites: [requestTask])
    }

    #if CAIRN_OBJC
    @objc
    #endif
    func mapRequestResult(from task: TSKTask) {
        guard let jsonResponse = task.anyPrerequisiteResult() as? [String:Any] else {
            task.fail(with: NoImage())
            return
        }

        do {
            let mappedObjectID = try map(jsonResponse, into: managedObjectContext)
            task.finish(with: mappedObjectID)
        } catch {
            task.fail(with: error)
        }
    }

    private func map(_ json: [String: Any], into context: String) throws -> String {
        guard let id = json["id"] as? Int else { throw NoImage() }
        return "\(id) in \(context)"
    }
}

// swift-format-ignore
/// With the condition of the page; the two functions are the two sides of its `…`.
final class InputController: @unchecked Sendable {
    let workflow: TSKWorkflow
    let make: () -> TSKTask
    var input: TSKExternalConditionTask?

    init(_ workflow: TSKWorkflow, request make: @escaping () -> TSKTask) {
        self.workflow = workflow
        self.make = make
    }

    func setUpWorkflow() {
        let inputTask = TSKExternalConditionTask(name: "Get input")
        workflow.add(inputTask, prerequisites: nil)

        let requestTask: TSKTask = make()
        workflow.add(requestTask, prerequisites: [inputTask])

        input = inputTask
    }

    func didEnter(_ userSuppliedData: Data) {
        guard let inputTask = input else { return }
        // When the user has entered in their input
        inputTask.fulfill(with: userSuppliedData)
    }
}

// swift-format-ignore
/// With the workflow within a workflow of the page.
final class UploadController {
    let make: (String) -> TSKTask
    let imagefilter = "Blur"

    init(_ make: @escaping (String) -> TSKTask) {
        self.make = make
    }

    func uploadImage() -> (TSKWorkflow, TSKExternalConditionTask) {
        let imageWorkflow = TSKWorkflow(name: "Upload Image")
        let imageAvailableTask = TSKExternalConditionTask()
        let filterWorkflow = workflow(for: imagefilter)
        let filterTask = TSKSubworkflowTask(subworkflow: filterWorkflow)
        let uploadImageTask = UploadDataTask()

        imageWorkflow.add(imageAvailableTask, prerequisites: nil)
        imageWorkflow.add(filterTask, prerequisitesTasks: [imageAvailableTask])
        imageWorkflow.add(uploadImageTask, prerequisites: [filterTask])
        return (imageWorkflow, imageAvailableTask)
    }

    private func workflow(for filter: String) -> TSKWorkflow {
        let workflow = TSKWorkflow(name: "Filter")
        workflow.add(make(filter), prerequisites: nil)
        return workflow
    }
}

/// Finishes with what the filter before it has made.
final class UploadDataTask: TSKTask, @unchecked Sendable {
    override func main() {
        let filtered = anyPrerequisiteResult() as? TSKWorkflow
        finish(with: filtered?.tasksWithNoDependentTasks.first?.result)
    }
}
