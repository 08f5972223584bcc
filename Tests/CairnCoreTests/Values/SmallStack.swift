import Dispatch
import Foundation
import Synchronization

/// Runs `body` on a thread with 512 KiB of stack; with more under the address sanitizer, which wants room of its own in each frame.
func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    try onStack(of: dlsym(dlopen(nil, RTLD_NOW), "__asan_init") == nil ? 512 << 10 : 4 << 20, body)
}

/// Runs `body` on a thread with so many bytes of stack: those that run tests have 512 KiB on some systems, which Foundation's coders exhaust.
func onStack<Value: Sendable>(of size: Int, _ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let call = Call(body)
    let thread = Thread { call.run() }
    thread.stackSize = size
    thread.start()
    return try call.wait()
}

private final class Call<Value: Sendable>: Sendable {
    private let body: @Sendable () throws -> Value
    private let result = Mutex<Result<Value, any Error>>(.failure(CancellationError()))
    private let done = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws -> Value) {
        self.body = body
    }

    func run() {
        let value = Result { try body() }
        result.withLock { $0 = value }
        done.signal()
    }

    func wait() throws -> Value {
        done.wait()
        return try result.withLock(\.self).get()
    }
}

/// A list in a list in a list.
indirect enum Nested: Codable, Sendable {
    case innermost
    case list(Nested)

    init(depth: Int) {
        self = (1..<depth).reduce(.innermost) { nested, _ in .list(nested) }
    }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self = container.isAtEnd ? .innermost : .list(try container.decode(Nested.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if case .list(let nested) = self { try container.encode(nested) }
    }

    /// How many lists there are.
    var depth: Int {
        var (depth, rest) = (1, self)
        while case .list(let nested) = rest { (depth, rest) = (depth + 1, nested) }
        return depth
    }
}
