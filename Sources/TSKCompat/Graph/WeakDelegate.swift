/// A delegate, held as delegates are.
struct WeakDelegate: @unchecked Sendable {
    // Proof: a weak reference is loaded atomically; which thread a delegate is called on is what its owner agreed to with the old API.
    weak var object: AnyObject?
}
