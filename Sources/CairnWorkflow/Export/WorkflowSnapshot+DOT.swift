extension WorkflowSnapshot {
    /// The graph in the DOT language of Graphviz, each step in the colour of its state; subworkflows that have begun are clusters.
    public func dot() -> String {
        var lines = [
            "digraph \(Self.quoted(name)) {", "  rankdir=LR; node [shape=box, style=\"rounded,filled\", fontname=Helvetica];",
        ]
        addDOT(to: &lines, prefix: "s")
        return lines.joined(separator: "\n") + "\n}\n"
    }

    private func addDOT(to lines: inout [String], prefix: String) {
        for (place, step) in steps.enumerated() {
            let colors = StepColors(step.state)
            let shape = step.kind == .gate ? ", shape=hexagon" : ""
            lines.append(
                "  \(prefix)\(place) [label=\(Self.quoted(step.name + "\n" + step.state.description)), "
                    + "fillcolor=\"\(colors.fill)\", color=\"\(colors.stroke)\", fontcolor=\"\(colors.text)\"\(shape)];")
            for prerequisite in prerequisitePlaces(of: step) { lines.append("  \(prefix)\(prerequisite) -> \(prefix)\(place);") }
            if let subworkflow = step.subworkflow {
                lines.append("  subgraph cluster_\(prefix)\(place) {\n  label=\(Self.quoted(step.name));")
                subworkflow.addDOT(to: &lines, prefix: "\(prefix)\(place)_")
                lines.append("  }")
            }
        }
    }

    func prerequisitePlaces(of step: StepSnapshot) -> [Int] {
        Array(Set(step.prerequisites.compactMap { place(of: $0) })).sorted()
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n", "\r": quoted += "\\n"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
