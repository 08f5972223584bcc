import CairnCallbacks
import CairnCore
import Foundation

/// Shows how much of an answer is there. One piece comes after the other.
struct RequestProgress: Sendable {
    private let progress: Carried<Progress>
    private let handler: Handler<(Int64, Int64)>?

    init(_ progress: Progress, _ handler: ((Int64, Int64) -> Void)?) {
        self.progress = Carried(progress)
        self.handler = handler.map { handler in Handler(on: CallbackQueue()) { handler($0.0, $0.1) } }
    }

    func show(_ count: Int, of expected: Int?) {
        let total = expected.map { Int64(Swift.max($0, count)) } ?? -1
        progress.value.totalUnitCount = total
        progress.value.completedUnitCount = Int64(count)
        handler?((Int64(count), total))
    }
}
