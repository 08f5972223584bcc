/// What a `Foundation.Progress` shows at one time.
package struct ProgressValues: Sendable, Equatable {
    package let fractionCompleted: Double
    package let completedUnitCount: Int64
    package let localizedDescription: String
    package let isPaused: Bool
    package let isCancelled: Bool
    package let isFinished: Bool
}
