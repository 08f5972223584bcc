extension Collection where Element: Sendable {
    /// The elements transformed by several tasks at once, in their order.
    ///
    /// - Parameters:
    ///   - bound: So many are transformed at once, at least one.
    ///   - transform: Runs on no actor.
    /// - Throws: The first error that `transform` throws: the others are cancelled then, awaited, and no more are begun; `CancellationError` if the
    ///   caller is cancelled before the last one is begun.
    package func concurrentMap<Result: Sendable>(
        atMost bound: Int, _ transform: @escaping @concurrent @Sendable (Element) async throws -> Result
    ) async throws -> [Result] {
        var results = [Result?](repeating: nil, count: count)
        try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            for (place, element) in enumerated() {
                if place >= Swift.max(1, bound), let (place, result) = try await group.next() { results[place] = result }
                try Task.checkCancellation()
                group.addTask { (place, try await transform(element)) }
            }
            while let (place, result) = try await group.next() { results[place] = result }
        }
        return results.compactMap(\.self)
    }
}
