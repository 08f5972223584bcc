import CairnCore
public import Foundation

/// What a feature service cannot be asked for.
public enum FeatureError: Error, Sendable, Hashable {
    /// The table has no object ids, by which its features would be asked for.
    case noObjectIDs(table: String)
    /// The table does not tell features apart by their global ids when they are edited.
    case noGlobalIDs(table: String)
    /// The service does not know such a parameter, and would pass over it.
    case notSupported(table: String, parameter: String)
    /// The features are asked for by their ids, and are too many for one answer; an order of fields, and different values, cannot be had of several.
    case tooManyIDs(table: String, count: Int, limit: Int)
    /// Edits of several layers, sent together, that do not agree in `usesGlobalIDs` or `rollsBackOnFailure`.
    case differentEdits(service: String)
    /// The service has no layer or table of that number.
    case noLayer(id: Int, service: String)
    /// The address is not that of a layer or a table, which ends in its number.
    case notALayer(url: String)
}

extension FeatureError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .noObjectIDs(let table):
            "\(table.printable()) has no object ids. Ask for its rows by a condition on their fields."
        case .noGlobalIDs(let table):
            "\(table.printable()) does not take edits by global ids. Leave usesGlobalIDs out, and name features by their object ids."
        case .notSupported(let table, let parameter):
            "The service of \(table.printable()) does not support \(parameter). Leave it out, and order or choose what comes yourself."
        case .tooManyIDs(let table, let count, let limit):
            "\(count) features of \(table.printable()) come in several answers, as they are asked for by their ids, \(limit) at a time: the service "
                + "can neither order them by fields nor give different values once. Leave orderByFields or returnsDistinctValues out, and sort "
                + "what comes; or ask for fewer."
        case .differentEdits(let service):
            "Edits of several layers of \(service) that are sent together must agree in usesGlobalIDs and in rollsBackOnFailure. Send them apart, or "
                + "set these alike."
        case .noLayer(let id, let service): "\(service) has no layer or table \(id). It lists those that it has."
        case .notALayer(let url):
            "\(url) is not the address of a layer. Give that of one, which ends in its number, such as …/FeatureServer/0; or make a "
                + "ServiceGeodatabase of the service."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
