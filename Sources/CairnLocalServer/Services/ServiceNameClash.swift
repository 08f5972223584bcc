import CairnCore
public import Foundation

/// Two services of one name, of which requests would get one or the other: names are the same whatever their case.
public struct ServiceNameClash: Error, Sendable, Hashable {
    /// The names.
    public let names: [String]

    /// The first clash among some names; nil if there is none.
    init?(in names: some Sequence<String>) {
        let clash = Dictionary(grouping: names) { $0.lowercased() }.values.filter { $0.count > 1 }.map { $0.sorted() }
        guard let first = clash.min(by: { $0[0] < $1[0] }) else { return nil }
        self.names = first
    }
}

extension ServiceNameClash: CustomStringConvertible, LocalizedError {
    /// Which they are, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        "Two services have the same name: \(names.joined(separator: " and ")). Give one of them another."
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
