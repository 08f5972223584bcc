import Cairn
import CairnCore
import Foundation

/// What a tool takes and gives, for people and for scripts.
struct ToolDescription {
    private let info: GeoprocessingTaskInfo

    init(_ info: GeoprocessingTaskInfo) {
        self.info = info
    }

    func show(isJSON: Bool) {
        if isJSON { return Console.json(info.json) }
        Console.print(info.displayName.printable())
        if !info.description.isEmpty { Console.print(info.description.printable(upTo: 2000)) }
        show("Takes", info.inputs)
        show("Gives", info.outputs)
    }

    private func show(_ title: String, _ parameters: [GeoprocessingParameterInfo]) {
        if parameters.isEmpty { return }
        Console.print("\(title):")
        let width = (parameters.map(\.name.count).max() ?? 0) + 2
        for parameter in parameters {
            let name = parameter.name.printable().padding(toLength: width, withPad: " ", startingAt: 0)
            Console.print("  \(name)\(facts(parameter).joined(separator: ", "))")
            if !parameter.description.isEmpty {
                Console.print("  \(String(repeating: " ", count: width))\(parameter.description.printable())")
            }
        }
    }

    private func facts(_ parameter: GeoprocessingParameterInfo) -> [String] {
        var facts = [parameter.dataType.rawValue.printable()]
        if parameter.direction == .input { facts.append(parameter.isRequired ? "required" : "optional") }
        if let value = parameter.defaultValue { facts.append("default \(value.shortText)") }
        if !parameter.choices.isEmpty { facts.append("one of \(parameter.choices.joined(separator: " | "))".printable()) }
        return facts
    }
}

extension GeoprocessingValue {
    /// The value on a line, as people read it.
    var shortText: String {
        if let set = (features ?? table)?.featureSet {
            return "\(set.features.count) features"
                + (set.exceededTransferLimit ? ", and more that the server has held back" : "")
        }
        if isEmpty { return "nothing" }
        return (string ?? dataFile?.url?.absoluteString ?? esriJSON.text()).printable()
    }
}
