/// The colours of a picture where the reader likes it dark; its elements bear those of the light one themselves, for viewers without styles.
enum SVGStyle {
    static let element: String = {
        let states = StepState.allCases.map { state in
            let colors = StepColors(dark: state)
            return """
                .cairn-\(state)>rect{fill:\(colors.fill);stroke:\(colors.stroke)}\
                .cairn-\(state)>rect+rect{fill:\(colors.stroke)}\
                .cairn-\(state)>text{fill:\(colors.text)}
                """
        }
        return """
            <style>@media (prefers-color-scheme:dark){
            .cairn-paper{fill:\(darkPaper)}.cairn-title{fill:#f3f4f6}.cairn-line{stroke:#6b7280}.cairn-arrow{fill:#9ca3af}
            \(states.joined(separator: "\n"))
            }</style>
            """
    }()

    static let darkPaper = "#111827"
}
