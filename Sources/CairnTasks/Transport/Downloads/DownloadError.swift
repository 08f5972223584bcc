import CairnCore
public import Foundation

/// A download that cannot be finished.
public enum DownloadError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// It has another size than it should.
    case wrongSize(found: Int, expected: Int, url: String)
    /// What the server gives at one time does not fit to what it gives at another.
    case inconsistent(url: String)
    /// It is being fetched already, to the same place.
    case inUse(path: String)

    /// What is wrong, and what became of it.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .wrongSize(let found, let expected, let url):
            "\(url) is \(found) bytes long, and should be \(expected). What was fetched has been removed."
        case .inconsistent(let url):
            "\(url) changes while it is fetched, or its server sends parts that do not fit together. Try again later."
        case .inUse(let path): "\(path) is being fetched already. Wait for that, or choose another place."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
