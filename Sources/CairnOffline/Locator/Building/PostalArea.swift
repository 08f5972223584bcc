/// Where the rows of a post code lie.
struct PostalArea {
    struct Key: Hashable, Comparable {
        let code: String
        let country: String

        static func < (a: Key, b: Key) -> Bool {
            a.code != b.code
                ? a.code.utf8.lexicographicallyPrecedes(b.code.utf8) : a.country.utf8.lexicographicallyPrecedes(b.country.utf8)
        }
    }

    /// That of its first row.
    let context: Int
    private(set) var isShared = false
    private(set) var extent = BuildContexts.Extent()

    init(context: Int) {
        self.context = context
    }

    mutating func include(_ box: GeoBox, _ context: Int) {
        if context != self.context { isShared = true }
        extent.include(box)
    }
}
