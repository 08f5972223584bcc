extension WorkflowSnapshot {
    /// The graph as a Mermaid flowchart, which many viewers of Markdown draw; each step has the colour of its state, and subworkflows that
    /// have begun are subgraphs.
    public func mermaid() -> String {
        var lines = ["flowchart LR"]
        addMermaid(to: &lines, prefix: "s")
        for state in StepState.allCases {
            let colors = StepColors(state)
            lines.append("  classDef \(state) fill:\(colors.fill),stroke:\(colors.stroke),color:\(colors.text)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func addMermaid(to lines: inout [String], prefix: String) {
        for (place, step) in steps.enumerated() {
            let label = "\"\(Self.escaped(step.name))\""
            let shape = step.kind == .gate ? "{{\(label)}}" : step.kind == .subworkflow ? "[[\(label)]]" : "(\(label))"
            lines.append("  \(prefix)\(place)\(shape):::\(step.state)")
            for prerequisite in prerequisitePlaces(of: step) { lines.append("  \(prefix)\(prerequisite) --> \(prefix)\(place)") }
            if let subworkflow = step.subworkflow {
                lines.append("  subgraph \(prefix)\(place)_within [\(label)]")
                subworkflow.addMermaid(to: &lines, prefix: "\(prefix)\(place)_")
                lines.append("  end")
                lines.append("  \(prefix)\(place) -.- \(prefix)\(place)_within")
            }
        }
    }

    /// Everything that means something to Mermaid or to HTML as a character reference.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let isPlain =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || " .,+-_/:()".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : "#\(scalar.value);"
        }.joined()
    }
}
