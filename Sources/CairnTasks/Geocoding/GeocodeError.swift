import CairnCore
public import Foundation

/// What a locator cannot do, or a backend has not done as it must.
public enum GeocodeError: Error, Sendable, Hashable {
    /// The locator does not suggest.
    case noSuggestions(locator: String)
    /// The locator takes no whole address in one line.
    case noSingleLine(locator: String)
    /// A job cannot be made, for what the locator's backend is cannot be stored.
    case notStorable(backend: String)
    /// A backend's matches are not one for each record.
    case wrongCount(locator: String, matches: Int, records: Int)
    /// A backend's matches are not in the order of the records.
    case wrongOrder(locator: String, index: Int, match: Int, record: Int)
}

extension GeocodeError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .noSuggestions(let locator):
            "The locator \(locator) does not suggest. Ask info.supportsSuggestions before."
        case .noSingleLine(let locator):
            "The locator \(locator) takes no address in one line: give its parts, see info.addressFields."
        case .notStorable(let backend):
            "No job can be made of a locator on \(backend), for its record could not say which locator it is of. Give \(backend) a `source`; or "
                + "make a Job of a BatchGeocodeWork, with GeocodingServices that return this locator."
        case .wrongCount(let locator, let matches, let records):
            "The locator \(locator) gave \(matches) matches for \(records) records: its backend must give one for each, in their order."
        case .wrongOrder(let locator, let index, let match, let record):
            "The locator \(locator) mixed up its matches: match \(index) has the id \(match), its record \(record)."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
