import CairnCore
public import CairnGeo
public import Foundation

/// Builds a locator file from CSV tables of addresses, ranges and places.
///
/// ```swift
/// let table = try LocatorTable(detecting: URL(filePath: "addresses.csv"))
/// let report = try LocatorBuilder(name: "Town").build([table], to: URL(filePath: "town.locator"))
/// print(report.addresses, "addresses")
/// ```
///
/// Several tables make one locator. Rows are streamed, sorted in files that have no names, and written in the order of the file: memory stays
/// below 150 MB for five million addresses. It grows by one byte for a house, by two hundred for a place, and by six hundred for each settlement
/// and post code that the tables name. The file appears at its path only when it is complete.
public struct LocatorBuilder: Sendable {
    /// What was built, and what was left out.
    public struct Report: Sendable, Hashable {
        /// Rows read.
        public var rows = 0
        /// Address points kept.
        public var addresses = 0
        /// Ranges kept.
        public var ranges = 0
        /// Streets made of them.
        public var streets = 0
        /// Places and points of interest kept.
        public var places = 0
        /// How many rows could not be used.
        public var unusable = 0
        /// The first hundred of them.
        public var problems: [CSVError] = []
    }

    /// The name of the locator.
    public var name: String
    /// The country of rows that do not say, by its two letters.
    public var defaultCountry: String

    /// A builder.
    public init(name: String, defaultCountry: String = "") {
        self.name = name
        self.defaultCountry = defaultCountry
    }

    /// Builds a locator.
    ///
    /// - Parameters:
    ///   - tables: What the locator shall know.
    ///   - url: Where it goes; a file that is there is replaced.
    ///   - progress: Called now and then with the share that is done, 0…1.
    /// - Throws: ``LocatorError/empty(problems:count:)`` if no row could be used; `SystemError`, `CSVError`;
    ///   `CancellationError` if the calling task is cancelled.
    public func build(
        _ tables: [LocatorTable], to url: URL, progress: (Double) -> Void = { _ in }
    ) throws -> Report {
        DurableFile.removeLeftovers(of: url)
        // Before anything is read: a place where nothing can be written is told at once.
        let sibling = try TemporarySibling(of: url.path)
        do { return try build(tables, to: sibling, url, progress) } catch {
            sibling.discard()
            throw error
        }
    }

    private func build(
        _ tables: [LocatorTable], to sibling: TemporarySibling, _ url: URL, _ progress: (Double) -> Void
    ) throws -> Report {
        let assembly = BlockAssembly(sibling.file, LocatorFormat.kind)
        let draft = try LocatorDraft(beside: sibling.file.path, defaultCountry: defaultCountry)
        var report = Report()
        try read(tables, into: draft, &report) { progress(0.6 * $0) }
        guard report.addresses + report.ranges + report.places > 0 else {
            throw LocatorError.empty(problems: report.problems, count: report.unusable)
        }
        try draft.write(to: assembly, name: name) { progress(0.6 + 0.4 * $0) }
        report.streets = draft.streets
        try DurableFile.rename(sibling.file.path, to: url)
        return report
    }

    private func read(
        _ tables: [LocatorTable], into draft: LocatorDraft, _ report: inout Report, _ progress: (Double) -> Void
    ) throws {
        let total = Double(max(1, tables.reduce(0) { $0 + size(of: $1.url) }))
        var done = 0
        for (index, table) in tables.enumerated() {
            try read(table, index, into: draft, &report) { progress(Double(done + $0) / total) }
            done += size(of: table.url)
        }
    }

    private func size(of url: URL) -> Int {
        (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }

    private func read(
        _ table: LocatorTable, _ index: Int, into draft: LocatorDraft, _ report: inout Report, _ progress: (Int) -> Void
    ) throws {
        let reader = try CSVReader(table.url)
        _ = try reader.next()
        while let row = try reader.next() {
            report.rows += 1
            if report.rows % 4096 == 0 {
                try Task.checkCancellation()
                progress(row.end)
            }
            do {
                try add(LocatorRow(row, of: table), table.content, index, to: draft, &report)
            } catch let problem as LocatorRow.Problem {
                report.unusable += 1
                if report.problems.count < 100 {
                    report.problems.append(CSVError(file: table.url.path, line: row.line, reason: problem.reason))
                }
            }
        }
    }

    private func add(
        _ row: LocatorRow, _ content: LocatorTable.Content, _ table: Int, to draft: LocatorDraft, _ report: inout Report
    ) throws {
        switch content {
        case .places:
            try draft.addPlace(row, kind: .place, table: table)
            report.places += 1
        case .ranges:
            try draft.addRange(row)
            report.ranges += 1
        case .addresses:
            for number in row.numbers where !row.street.isEmpty {
                try draft.addHouse(row, number)
                report.addresses += 1
            }
            if !row.name.isEmpty {
                try draft.addPlace(row, kind: .pointOfInterest, table: table)
                report.places += 1
            }
        }
    }
}
