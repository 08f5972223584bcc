extension Array where Element: Sendable {
    /// Everything a stream has to give.
    init(_ stream: AsyncStream<Element>) async {
        self = []
        for await element in stream { append(element) }
    }
}
