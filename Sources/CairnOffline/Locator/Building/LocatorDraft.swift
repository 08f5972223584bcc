import CairnCore
import CairnGeo
import Foundation

/// The rows of a locator's tables, gathered and then sorted into features.
final class LocatorDraft {
    private let scratch: LocatorScratch
    private let rows: ScratchFile
    private let defaultCountry: String
    private var contexts = BuildContexts()
    private var merge = PlaceMerge()
    private var postals: [PostalArea.Key: PostalArea] = [:]
    private var keys: [String: [UInt8]] = [:]
    private var serials: UInt32 = 0
    private var record = ByteWriter()
    private(set) var streets = 0

    init(beside path: String, defaultCountry: String) throws {
        scratch = try LocatorScratch(beside: path)
        rows = try ScratchFile(beside: path)
        self.defaultCountry = defaultCountry
    }

    // MARK: - Rows

    func addHouse(_ row: LocatorRow, _ number: HouseNumber) throws {
        let context = context(of: row)
        begin(context)
        DraftRecord.house(row, number, key: key(of: row.street), into: &record)
        try end(context, row)
    }

    func addRange(_ row: LocatorRow) throws {
        let context = context(of: row)
        begin(context)
        DraftRecord.range(row, key: key(of: row.street), into: &record)
        try end(context, row)
    }

    /// - Parameter table: Which table it is from.
    func addPlace(_ row: LocatorRow, kind: FeatureKind, table: Int) throws {
        // A place is its own settlement.
        let context = contexts.index(of: row.context(defaultCountry, hasCity: kind != .place || !row.city.isEmpty))
        var place = DraftPlace(
            kind: kind, serial: serials, importance: row.importance, name: row.name, category: row.category, postal: row.postal,
            address: kind == .pointOfInterest ? row.streetAddress : "", box: row.box)
        serials += 1
        let key = TextNormalizer.key(row.name)
        try add(place, key, context)
        if kind == .place {
            merge.append(
                PlaceMerge.Place(
                    hash: TextHash.of(key.utf8), serial: place.serial, context: UInt32(truncatingIfNeeded: context),
                    x: row.box.xMin, y: row.box.yMin, importance: row.importance, table: UInt16(truncatingIfNeeded: table)))
        }
        var known: Set = [key]
        place.isAlias = true
        for name in row.otherNames {
            let key = TextNormalizer.key(name)
            guard !key.isEmpty, known.insert(key).inserted else { continue }
            place.name = name
            try add(place, key, context)
        }
    }

    private func add(_ place: DraftPlace, _ key: String, _ context: Int) throws {
        begin(context)
        DraftRecord.place(place, key: Array(key.utf8), into: &record)
        try append()
    }

    private func context(of row: LocatorRow) -> Int { contexts.index(of: row.context(defaultCountry, hasCity: true)) }

    private func begin(_ context: Int) {
        record.removeAll()
        record.ordered(UInt32(truncatingIfNeeded: context))
    }

    private func end(_ context: Int, _ row: LocatorRow) throws {
        contexts.include(row.box, in: context)
        if !row.postal.isEmpty {
            let key = PostalArea.Key(code: row.postal, country: contexts.all[context].country)
            postals[key, default: PostalArea(context: context)].include(row.box, context)
        }
        try append()
    }

    private func append() throws {
        try withUnsafeBytes(of: UInt32(truncatingIfNeeded: record.count).littleEndian) { try rows.append($0) }
        try rows.append(record.bytes)
    }

    private func key(of street: String) -> [UInt8] {
        if let key = keys[street] { return key }
        let key = Array(TextNormalizer.key(street).utf8)
        if keys.count >= 50_000 { keys.removeAll(keepingCapacity: true) }
        keys[street] = key
        return key
    }

    // MARK: - Features

    /// Writes the locator.
    func write(to assembly: BlockAssembly, name: String, _ progress: (Double) -> Void) throws {
        merge.sort()
        try addSettlements()
        try addPostalCodes()
        let (order, ranks) = contexts.ranking
        let sorter = scratch.sorter()
        try sortRows(into: sorter, ranks)
        progress(0.2)
        let (words, keyLists) = (scratch.sorter(), scratch.sorter())
        let gathering = WordGathering(words, keys: keyLists)
        let codes = try PostalCodes(scratch.texts, scratch[.postalCodes])
        let names = NameWriter(scratch)
        let features = try FeatureGrouping(scratch, gathering, names, codes, places: Int(serials), contexts: order.count)
        var last: [UInt8] = []
        try sorter.drain { record in
            // A row that stands twice is one.
            if last.elementsEqual(record) { return }
            last = Array(record)
            try features.append(record)
        }
        try features.finish()
        streets = features.streets
        progress(0.5)
        for (rank, index) in order.enumerated() { try addWords(of: index, UInt32(truncatingIfNeeded: rank), gathering) }
        let owners = try LexiconWriter(scratch).write(words)
        progress(0.8)
        try OwnerWords(scratch, contexts: order.map { contexts.all[$0] }, features: Int(features.count)).write(owners)
        try KeyWriter(keyLists).write(offsets: scratch[.keyTable], lists: scratch[.keys])
        try names.write(offsets: scratch[.beginningTable], lists: scratch[.beginnings])
        try writeInfo(name, features: Int(features.count))
        try fill(assembly)
        progress(1)
    }

    /// What a settlement's addresses lie in is a place, if no table has one of its name there.
    private func addSettlements() throws {
        for (index, context) in contexts.all.enumerated() where !context.city.isEmpty && contexts.extents[index].count > 0 {
            let (key, middle) = (TextNormalizer.key(context.city), contexts.extents[index].middle)
            guard !key.isEmpty else { continue }
            // Kansas City in Missouri is none of Kansas.
            let known = merge.nearest(named: TextHash.of(key.utf8), to: middle) { place in
                contexts.mayBeOfOneState(Int(place.context), index)
            }
            if known == nil { try addDerived(.place, context.city, key, index, middle) }
        }
    }

    private func addPostalCodes() throws {
        for (code, area) in postals.sorted(by: { $0.key < $1.key }) {
            let key = TextNormalizer.key(code.code)
            guard !key.isEmpty else { continue }
            var context = contexts.all[area.context]
            // Of a code that several settlements share none is named.
            if area.isShared { (context.city, context.subregion) = ("", "") }
            context.postal = ""
            try addDerived(.postal, code.code, key, contexts.index(of: context), area.extent.middle)
        }
    }

    private func addDerived(
        _ kind: FeatureKind, _ name: String, _ key: String, _ context: Int, _ spot: (x: Int32, y: Int32)
    ) throws {
        let place = DraftPlace(
            kind: kind, isDerived: true, serial: serials, importance: 0, name: name, category: "",
            postal: kind == .postal ? name : "", address: "", box: GeoBox(x: spot.x, y: spot.y))
        serials += 1
        try add(place, key, context)
    }

    /// Gives each row the rank of its context, and leaves out places that another table has.
    private func sortRows(into sorter: RecordSorter, _ ranks: [UInt32]) throws {
        let same = merge.same { [contexts] in contexts.mayBeOne(Int($0), Int($1)) }
        // The settlement's county, if only the other table has it.
        let betterOnes = same.values.filter { match in
            let (own, other) = (contexts.all[Int(match.keeper.context)], contexts.all[Int(match.context)])
            return own.subregion.isEmpty && !other.subregion.isEmpty && (own.region.isEmpty || !other.region.isEmpty)
        }
        let better = Dictionary(betterOnes.map { ($0.keeper.serial, $0.context) }) { min($0, $1) }
        try rows.flush()
        let reader = try RunReader(rows, 0, rows.count)
        while var record = reader.current {
            let serial = record.withUnsafeBytes(DraftRecord.serial)
            if serial.map({ same[$0] == nil }) ?? true {
                let own = record.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) }
                let context = serial.flatMap { better[$0] } ?? own
                withUnsafeBytes(of: ranks[Int(context)].bigEndian) { record.replaceSubrange(0..<4, with: $0) }
                try sorter.append(record)
            }
            try reader.advance()
        }
    }

    private func addWords(of index: Int, _ rank: UInt32, _ gathering: WordGathering) throws {
        let context = contexts.all[index]
        try gathering.addContext(context.city, .city, of: rank)
        try gathering.addContext(context.postal, .postal, of: rank)
        try gathering.addContext(context.subregion, .subregion, of: rank)
        for name in RegionNames.spellings(of: context.region, in: context.country) {
            try gathering.addContext(name, .region, of: rank)
        }
        for name in CountryNames.spellings(of: context.country, region: context.region) {
            try gathering.addContext(name, .country, of: rank)
        }
        guard contexts.extents[index].count > 0, let near = placeNear(index) else { return }
        // What a table leaves out, a place there knows.
        let other = contexts.all[Int(near)]
        if context.region.isEmpty {
            for name in RegionNames.spellings(of: other.region, in: other.country) {
                try gathering.addContext(name, .near, of: rank)
            }
        }
        if context.country.isEmpty {
            for name in CountryNames.spellings(of: other.country, region: other.region) {
                try gathering.addContext(name, .near, of: rank)
            }
        }
    }

    /// The context of the place that a context's rows lie in or near: the one of the settlement's name, or the nearest.
    private func placeNear(_ index: Int) -> UInt32? {
        let (context, middle) = (contexts.all[index], contexts.extents[index].middle)
        if context.city.isEmpty { return merge.nearest(to: middle)?.context }
        let key = TextNormalizer.key(context.city)
        return (merge.nearest(named: TextHash.of(key.utf8), to: middle) ?? merge.nearest(to: middle))?.context
    }

    private func writeInfo(_ name: String, features: Int) throws {
        let info: JSONValue = ["name": .string(name), "features": .number(Double(features))]
        try scratch[.info].append(Array(info.text().utf8))
    }

    private func fill(_ assembly: BlockAssembly) throws {
        var assembly = assembly
        for section in LocatorSection.allCases { try assembly.append(section.rawValue, scratch[section]) }
        try assembly.finish()
    }
}
