import CairnCore
import Foundation

/// Ids as clients send them: between commas, or in a JSON array.
struct IDList {
    private let text: String

    init(_ text: String) {
        self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func integers(_ parameter: String) throws(ServiceFailure) -> [Int] {
        var numbers: [Int] = []
        for id in try texts(parameter) {
            guard let number = Int(id) else { throw .invalid(parameter, "\(id.printable(upTo: 60)) is no whole number") }
            numbers.append(number)
        }
        return numbers
    }

    func texts(_ parameter: String) throws(ServiceFailure) -> [String] {
        guard text.hasPrefix("[") else {
            return text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        guard let elements = (try? JSONValue(parsing: text))?.array else { throw .invalid(parameter, "it is no JSON array") }
        var ids: [String] = []
        for element in elements {
            guard let id = element.string ?? element.int.map(String.init) else {
                throw .invalid(parameter, "an id is neither a number nor a text")
            }
            ids.append(id)
        }
        return ids
    }
}
