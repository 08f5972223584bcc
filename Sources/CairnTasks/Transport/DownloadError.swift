import CairnCore
public import Foundation

/// A download that is complete and wrong.
public enum DownloadError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// It has another size than it should.
    case wrongSize(found: Int, expected: Int, url: String)

    /// What is wrong, and that it was removed.
    public var description: String {
        switch self {
        case .wrongSize(let found, let expected, let url):
            "\(url) is \(found) bytes long, and should be \(expected). What was fetched has been removed."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
