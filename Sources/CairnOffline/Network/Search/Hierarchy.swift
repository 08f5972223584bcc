/// A hierarchy to search in: whatever holds its memory, an array or a file, is kept alive by who searches.
struct Hierarchy {
    let nodeCount: Int
    let upward: HierarchySide
    let downward: HierarchySide
}
