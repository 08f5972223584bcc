import CairnCore
public import CairnGeo
public import Foundation

/// A locator file that cannot be used, or input it cannot be built from.
public enum LocatorError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// There is no such file.
    case notFound(path: String)
    /// One of Esri's own binary locators.
    case esriLocator(path: String)
    /// Not a locator file.
    case notALocator(path: String)
    /// The file was changed or damaged after it was built.
    case damaged(path: String)
    /// Somebody has written into the file while it was open.
    case changed(path: String)
    /// Built by a newer version.
    case newerFormat(path: String, found: Int, supported: Int)
    /// Built by an older version, whose files were of another kind.
    case olderFormat(path: String)
    /// A table from which no locator can be built.
    case unusableTable(path: String, reason: String)
    /// Nothing to build from: no row could be used, the first hundred for these reasons.
    case empty(problems: [CSVError], count: Int)

    /// What is wrong, with which file, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .notFound(let path): "There is no locator file \(path). Build one with \"cairn build-locator\"."
        case .esriLocator(let path):
            "\(path) is an ArcGIS locator in Esri's own binary format, which only Esri's software reads. Build a locator "
                + "from open data instead: cairn build-locator ADDRESSES.csv -o town.locator"
        case .notALocator(let path):
            "\(path) is not a locator file. Build one: cairn build-locator ADDRESSES.csv -o town.locator"
        case .damaged(let path):
            "\(path) is damaged: its checksum does not fit its contents. Build it again, or copy it again."
        case .changed(let path):
            "\(path) was written into while it was open. Ask again: it is opened anew. A file in use is replaced by renaming another one to it, as cairn "
                + "build-locator does."
        case .newerFormat(let path, let found, let supported):
            "\(path) has format \(found), and this version reads up to \(supported). Update, or build it again."
        case .olderFormat(let path):
            "\(path) was built by an older version. Build it anew from its tables: cairn build-locator ADDRESSES.csv -o town.locator"
        case .unusableTable(let path, let reason): "\(path) cannot become part of a locator: \(reason)."
        case .empty(let problems, let count):
            count == 0
                ? "There are no rows to build a locator from."
                : "None of \(count) rows could be used, so no locator was built. The first: \(problems.first?.description ?? "?")"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
