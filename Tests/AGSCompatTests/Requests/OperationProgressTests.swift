import Testing

@testable import AGSCompat

struct OperationProgressTests {
    @Test func `what is settled is not cancelled, and what was cancelled is not settled`() {
        let settled = OperationProgress()
        _ = settled.start()
        #expect(settled.settle())
        guard case .nothing = settled.cancel(), !settled.isCanceled else {
            Issue.record("it was cancelled")
            return
        }
        let canceled = OperationProgress()
        _ = canceled.start()
        guard case .stop = canceled.cancel() else {
            Issue.record("it goes on")
            return
        }
        #expect(!canceled.settle() && canceled.isCanceled)
    }
}
