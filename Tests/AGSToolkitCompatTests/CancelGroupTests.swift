import AGSCompat
import AGSToolkitCompat
import Foundation
import Testing

struct CancelGroupTests {
    private final class Child: NSObject, AGSCancelable {
        weak var group: CancelGroup?
        var groupWasCanceled: Bool?

        func cancel() { groupWasCanceled = group?.isCanceled() }
        func isCanceled() -> Bool { groupWasCanceled != nil }
    }

    @Test func `a group cancels its children first, and then counts as cancelled`() {
        let (group, children) = (CancelGroup(), [Child(), Child()])
        for child in children { child.group = group }
        group.children = children
        #expect(!group.isCanceled() && group.children.count == 2)
        group.cancel()
        #expect(group.isCanceled() && children.allSatisfy { $0.groupWasCanceled == false })
    }
}
