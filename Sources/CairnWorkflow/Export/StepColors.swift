/// How a state looks in every picture.
struct StepColors {
    let fill: String
    let stroke: String
    let text: String

    init(_ state: StepState) {
        switch state {
        case .pending: self.init("#f3f4f6", "#9ca3af", "#4b5563")
        case .ready: self.init("#e0f2fe", "#0284c7", "#075985")
        case .waiting: self.init("#fef3c7", "#d97706", "#92400e")
        case .executing: self.init("#dbeafe", "#1d4ed8", "#1e3a8a")
        case .finished: self.init("#dcfce7", "#15803d", "#14532d")
        case .failed: self.init("#fee2e2", "#b91c1c", "#7f1d1d")
        case .cancelled: self.init("#e5e7eb", "#4b5563", "#374151")
        }
    }

    /// How it looks on dark paper.
    init(dark state: StepState) {
        switch state {
        case .pending: self.init("#1f2937", "#6b7280", "#d1d5db")
        case .ready: self.init("#0c3a53", "#38bdf8", "#e0f2fe")
        case .waiting: self.init("#4a2f0b", "#f59e0b", "#fef3c7")
        case .executing: self.init("#1e3a8a", "#93c5fd", "#eff6ff")
        case .finished: self.init("#123d26", "#4ade80", "#dcfce7")
        case .failed: self.init("#571717", "#f87171", "#fee2e2")
        case .cancelled: self.init("#374151", "#9ca3af", "#e5e7eb")
        }
    }

    private init(_ fill: String, _ stroke: String, _ text: String) {
        (self.fill, self.stroke, self.text) = (fill, stroke, text)
    }
}
