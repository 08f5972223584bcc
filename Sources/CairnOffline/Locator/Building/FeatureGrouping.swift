import CairnCore

/// Makes features of sorted rows: those of one street in one place are one feature.
final class FeatureGrouping {
    private let files: LocatorScratch
    private let words: WordGathering
    private let nameOrder: NameWriter
    private let texts: TextPool
    private let postals: PostalCodes
    private let houses: HouseRuns
    private let ranges: RangeWriter
    private let addresses: TreeWriter
    private let named: TreeWriter
    private let derived: TreeWriter
    /// By context, where its features lie.
    private var boxes: [GeoBox]
    private(set) var count: UInt32 = 0
    private(set) var streets = 0
    /// By serial, the feature of a place.
    private var features: [UInt32]

    /// The street that grows.
    private var identity: [UInt8] = []
    private var street = FeatureRecord()
    private var names: [[UInt8]: Int] = [:]
    /// The name of the row before, and of how many.
    private var name: (bytes: [UInt8], count: Int) = ([], 0)
    private var streetPostals: Set<UInt32> = []
    private var spots = 0

    init(
        _ files: LocatorScratch, _ words: WordGathering, _ names: NameWriter, _ postals: PostalCodes, places: Int, contexts: Int
    ) throws {
        (self.files, self.words, nameOrder, self.postals) = (files, words, names, postals)
        texts = files.texts
        (addresses, named, derived) = (TreeWriter(files.sorter()), TreeWriter(files.sorter()), TreeWriter(files.sorter()))
        houses = HouseRuns(files[.houses], files[.runs], addresses)
        ranges = RangeWriter(files[.ranges], files[.lines], addresses)
        boxes = Array(repeating: .none, count: contexts)
        features = Array(repeating: .max, count: places)
    }

    /// Takes the next row, behind the rank of its context.
    func append(_ record: UnsafeRawBufferPointer) throws {
        var reader = DraftReader(record)
        let context = reader.number()
        let kind = FeatureKind(rawValue: Int(reader.byte())) ?? .place
        let key = reader.text()
        guard kind == .street else {
            try finishStreet()
            return try addPlace(kind, context, key, &reader)
        }
        let isSame = identity.withUnsafeBytes { $0.elementsEqual(record.prefix(5 + key.count)) }
        if !isSame { try beginStreet(record, context, key) }
        if reader.byte() == 0 { try addRange(&reader) } else { try addHouse(&reader) }
    }

    /// Ends the last feature, and writes what all of them share.
    func finish() throws {
        try finishStreet()
        try houses.close()
        try addresses.write(to: files[.addressTree])
        try named.write(to: files[.featureTree])
        try derived.write(to: files[.derivedTree])
        try writeContextTree()
        try ranges.close()
        // The end of the last one's runs and ranges.
        var end = FeatureRecord()
        (end.firstRun, end.firstRange) = (houses.count, ranges.count)
        try write(end)
        files.featureOfPlace = features
    }

    // MARK: - Places

    private func addPlace(
        _ kind: FeatureKind, _ context: UInt32, _ key: UnsafeRawBufferPointer, _ reader: inout DraftReader
    ) throws {
        var feature = FeatureRecord()
        (feature.kind, feature.context) = (kind, context)
        (feature.firstRun, feature.firstRange) = (houses.count, ranges.count)
        feature.flags = reader.byte()
        let serial = reader.number()
        feature.importance = reader.short()
        let isAlias = feature.flags & FeatureRecord.Flag.alias != 0
        feature.name = try texts.offset(of: reader.text())
        feature.category = try texts.offset(of: reader.text())
        feature.postal = try postals.index(of: reader.text())
        let address = try texts.offset(of: reader.text())
        // The feature of another name is known when all are.
        feature.other = isAlias ? serial : address
        (feature.x, feature.y) = reader.spot()
        feature.box = GeoBox(x: feature.x, y: feature.y)
        if !isAlias {
            features[Int(serial)] = count
            // What is sought as far away as addresses are stands among them.
            let tree = feature.flags & FeatureRecord.Flag.derived != 0 ? derived : kind == .pointOfInterest ? addresses : named
            try tree.append(feature.box, .feature, count)
        }
        try words.addName(key, of: count, isPlace: kind == .place)
        try nameOrder.append(key, feature.importance, count)
        try write(feature)
        count += 1
    }

    // MARK: - Streets

    private func beginStreet(_ record: UnsafeRawBufferPointer, _ context: UInt32, _ key: UnsafeRawBufferPointer) throws {
        try finishStreet()
        identity = Array(record.prefix(5 + key.count))
        street = FeatureRecord()
        (street.kind, street.context) = (.street, context)
        (street.firstRun, street.firstRange) = (houses.count, ranges.count)
        (names, name, streetPostals, spots) = ([:], ([], 0), [], 0)
        try words.addName(key, of: count)
        try nameOrder.append(key, 0, count)
    }

    private func addHouse(_ reader: inout DraftReader) throws {
        let number = reader.number()
        let label = reader.text()
        let unit = reader.text()
        let written = reader.text()
        let postal = try note(reader.text(), written)
        let spot = reader.spot()
        let isPlain = label.elementsEqual("\(number)".utf8)
        try houses.append(
            HouseRuns.House(
                number: number, label: isPlain ? [] : Array(label), unit: Array(unit), postal: postal, x: spot.x, y: spot.y),
            of: count)
        include(spot.x, spot.y)
    }

    private func addRange(_ reader: inout DraftReader) throws {
        let numbers = (0..<4).map { _ in reader.number() }
        let parity = reader.byte()
        let written = reader.text()
        let postal = try note(reader.text(), written)
        let line = (0..<reader.number()).map { _ in reader.spot() }
        try ranges.append(numbers, parity, postal, line, of: count)
        for spot in line { street.box.include(GeoBox(x: spot.x, y: spot.y)) }
        let middle = line[line.count / 2]
        include(middle.x, middle.y)
    }

    private func note(_ name: UnsafeRawBufferPointer, _ postal: UnsafeRawBufferPointer) throws -> UInt32 {
        if self.name.bytes.elementsEqual(name) { self.name.count += 1 } else { countName(next: Array(name)) }
        let index = try postals.index(of: postal)
        if spots == 0 { street.postal = index }
        // More than a street has, but not more than a hostile table may give it.
        if index != 0, streetPostals.count < 256, streetPostals.insert(index).inserted { try words.addPostal(postal, of: count) }
        return index
    }

    private func countName(next: [UInt8]) {
        if names.count < 16 || names[name.bytes] != nil { names[name.bytes, default: 0] += name.count }
        name = (next, 1)
    }

    /// Stands for the street: of its houses and lines one, by chance but always the same.
    private func include(_ x: Int32, _ y: Int32) {
        street.box.include(GeoBox(x: x, y: y))
        spots += 1
        // The last power of two: past the middle of what comes by number, or shortly before it.
        if spots & (spots - 1) == 0 { (street.x, street.y) = (x, y) }
    }

    private func finishStreet() throws {
        guard !identity.isEmpty else { return }
        try houses.finish(count)
        countName(next: [])
        let name = names.max { ($0.value, $1.key.count, $1.key.hashable) < ($1.value, $0.key.count, $0.key.hashable) }?.key ?? []
        street.name = try texts.offset(of: name)
        try write(street)
        count += 1
        streets += 1
        identity = []
    }

    private func writeContextTree() throws {
        let tree = TreeWriter(files.sorter())
        for (context, box) in boxes.enumerated() where !box.isNone {
            try tree.append(box, .context, UInt32(truncatingIfNeeded: context))
        }
        try tree.write(to: files[.contextTree])
    }

    private func write(_ feature: FeatureRecord) throws {
        if !feature.box.isNone { boxes[Int(feature.context)].include(feature.box) }
        var writer = ByteWriter()
        feature.write(to: &writer)
        try files[.features].append(writer.bytes)
    }
}

extension [UInt8] {
    /// To be compared.
    fileprivate var hashable: String { String(decoding: self, as: UTF8.self) }
}
