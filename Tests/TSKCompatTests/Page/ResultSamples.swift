import Foundation
import TSKCompat

// "Getting Results from Prerequisite Tasks" of Task.framework's own page. Docs/Compatibility.md lists what is replaced.

final class Address: Sendable {
    let street: String
    init(_ street: String) { self.street = street }
}

final class User: @unchecked Sendable {
    var address: Address?
}

// swift-format-ignore
class AddressingTask: TSKTask, @unchecked Sendable {
    override func main() {
        guard let user = prerequisiteResult(forKey: "userTask") as? User,
            let address = prerequisiteResult(forKey: "addressTask") as? Address else {
            fail(with: NoImage())
            return
        }

        user.address = address

        finish(with: user)
    }

    override var requiredPrerequisiteKeys: Set<AnyHashable> {
        return ["userTask", "addressTask"]
    }
}

// swift-format-ignore
func addressUser(in workflow: TSKWorkflow, _ task: TSKTask, _ task1: TSKTask, _ task2: TSKTask) {
    workflow.add(task, keyedPrerequisites: ["userTask": task1, "addressTask": task2])
}
