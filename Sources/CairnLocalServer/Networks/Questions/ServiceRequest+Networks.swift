import CairnCore
import CairnTasks
import Foundation

extension ServiceRequest {
    /// What a parameter says as JSON, by who reads it; nil if there is no such parameter.
    func json<Value>(_ name: String, _ read: (AnswerPart) throws -> Value) throws(ServiceFailure) -> Value? {
        guard let text = self[name] else { return nil }
        let json: JSONValue
        do { json = try JSONValue(parsing: text) } catch { throw .invalid(name, error) }
        return try self.read(json, of: name, read)
    }

    /// The same of JSON that is known by now.
    func read<Value>(
        _ json: JSONValue, of name: String, _ read: (AnswerPart) throws -> Value
    ) throws(ServiceFailure) -> Value {
        do { return try read(AnswerPart(json, of: URL(filePath: "/"))) } catch {
            if let failure = error as? ServiceFailure { throw failure }
            guard case .notUnderstood(let words)? = (error as? TransportError)?.reason else { throw .invalid(name, error) }
            throw .invalid(name, words)
        }
    }

    /// One of some words, whatever its case; nil if there is no such parameter.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, of type: Choice.Type = Choice.self
    ) throws(ServiceFailure) -> Choice? where Choice.RawValue == String {
        guard let text = self[name]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if let choice = Choice.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) { return choice }
        let list = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw .invalid(name, "there is no \(text.printable(upTo: 60)); there are \(list)")
    }

    /// Names between commas, each once; none for `none`, and nil if there is no such parameter.
    func names(_ name: String) -> [String]? {
        guard self[name] != nil else { return nil }
        let names = list(name).uniqued()
        return names.map { $0.lowercased() } == ["none"] ? [] : names
    }

    /// The most that something may cost; nil if there is no limit.
    func cutoff(_ name: String, default usual: Double?) throws(ServiceFailure) -> Double? {
        ["null", "none"].contains(self[name]?.lowercased()) ? nil : try measure(name) ?? usual
    }

    /// How many of something are wanted: one at least.
    func count(_ name: String) throws(ServiceFailure) -> Int? {
        guard let text = self[name], !["null", "none"].contains(text.lowercased()) else { return nil }
        guard let count = Int(text), count > 0 else {
            throw .invalid(name, "\(text.printable(upTo: 60)) is no whole number from 1 on")
        }
        return count
    }

    /// A moment, in milliseconds since 1970; nil if there is no such parameter.
    func moment(_ name: String) throws(ServiceFailure) -> Date? {
        guard let text = self[name], text.lowercased() != "null" else { return nil }
        if text.lowercased() == "now" { return Date() }
        guard let milliseconds = Double(decimal: text), abs(milliseconds) <= 1e15 else {
            throw .invalid(name, "\(text.printable(upTo: 60)) is no time in milliseconds since 1970, nor now")
        }
        return Date(timeIntervalSince1970: milliseconds / 1000)
    }
}
