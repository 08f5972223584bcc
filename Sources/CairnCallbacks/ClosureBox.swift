/// A plain closure on its way to the queue on which it is called, and let go.
final class ClosureBox<Value>: @unchecked Sendable {
    // Proof: set by who makes it, and from then on touched on one serial queue only.
    private var closure: ((Value) -> Void)?

    init(_ closure: ((Value) -> Void)?) {
        self.closure = closure
    }

    func call(_ value: Value) {
        closure?(value)
    }

    func letGo() {
        closure = nil
    }
}

/// A value of old code, which is carried from thread to thread as it always was.
package struct Carried<Value>: @unchecked Sendable {
    // Proof: what it holds was shared between threads by its owners before there was a compiler to ask; each use says why that is right.
    package let value: Value

    package init(_ value: Value) {
        self.value = value
    }
}
