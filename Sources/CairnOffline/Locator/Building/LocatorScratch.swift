import CairnCore

/// The sections of a locator that is being built, each in a file of its own.
final class LocatorScratch {
    let path: String
    private var files: [ScratchFile]
    let texts: TextPool
    /// By serial, the features of places; see ``FeatureGrouping``.
    var featureOfPlace: [UInt32] = []

    /// How many bytes one sorter keeps in memory.
    static let sorterMemory = 16 << 20

    init(beside path: String) throws {
        self.path = path
        files = try LocatorSection.allCases.map { _ in try ScratchFile(beside: path) }
        texts = try TextPool(files[Int(LocatorSection.texts.rawValue) - 1])
    }

    subscript(section: LocatorSection) -> ScratchFile {
        get { files[Int(section.rawValue) - 1] }
        set { files[Int(section.rawValue) - 1] = newValue }
    }

    func sorter() -> RecordSorter { RecordSorter(beside: path, memory: Self.sorterMemory) }
}
