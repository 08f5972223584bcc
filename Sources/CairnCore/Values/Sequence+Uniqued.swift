extension Sequence where Element: Hashable {
    /// Each element once, in the order in which they first come.
    package func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
