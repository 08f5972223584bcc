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
/// Rows are streamed. Held in memory are 24 bytes for each address or place, and a bounded cache of streets. The file
/// appears at its path only when it is complete.
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
    /// - Throws: ``LocatorError/empty(problems:count:)`` if no row could be used; `SystemError`, `DatabaseError`, `CSVError`;
    ///   `CancellationError` if the calling task is cancelled.
    public func build(
        _ tables: [LocatorTable], to url: URL, progress: (Double) -> Void = { _ in }
    ) throws -> Report {
        let partial = URL(filePath: url.path + ".\(getpid()).partial")
        defer { unlink(partial.path) }
        unlink(partial.path)
        // SQLite does not say why it cannot open a file.
        do { _ = try FileDescriptor(partial.path, O_WRONLY | O_CREAT) } catch {
            throw SystemError("create", url.path, code: error.code)
        }
        let report = try write(tables, to: partial, progress)
        try LocatorChecksum.seal(partial)
        try DurableFile.rename(partial.path, to: url)
        progress(1)
        return report
    }

    private func write(_ tables: [LocatorTable], to url: URL, _ progress: (Double) -> Void) throws -> Report {
        let writer = try LocatorWriter(url, defaultCountry: defaultCountry)
        var report = Report()
        let total = Double(max(1, tables.reduce(0) { $0 + size(of: $1.url) }))
        var done = 0
        for table in tables {
            try read(table, into: writer, &report) { progress(0.7 * Double(done + $0) / total) }
            done += size(of: table.url)
        }
        guard report.addresses + report.ranges + report.places > 0 else {
            throw LocatorError.empty(problems: report.problems, count: report.unusable)
        }
        report.streets = writer.streetCount
        try writer.finish(name: name) { progress(0.7 + 0.3 * $0) }
        return report
    }

    private func size(of url: URL) -> Int {
        (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }

    private func read(
        _ table: LocatorTable, into writer: LocatorWriter, _ report: inout Report, _ progress: (Int) -> Void
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
                try add(LocatorRow(row, of: table), table.content, to: writer, &report)
            } catch let problem as LocatorRow.Problem {
                report.unusable += 1
                if report.problems.count < 100 {
                    report.problems.append(CSVError(file: table.url.path, line: row.line, reason: problem.reason))
                }
            }
        }
    }

    private func add(
        _ row: LocatorRow, _ content: LocatorTable.Content, to writer: LocatorWriter, _ report: inout Report
    ) throws {
        switch content {
        case .places:
            try writer.addPlace(row, kind: .place)
            report.places += 1
        case .ranges:
            try writer.addRange(row)
            report.ranges += 1
        case .addresses:
            for number in row.numbers where !row.street.isEmpty {
                try writer.addPoint(row, number)
                report.addresses += 1
            }
            if !row.name.isEmpty {
                try writer.addPlace(row, kind: .pointOfInterest)
                report.places += 1
            }
        }
    }
}
