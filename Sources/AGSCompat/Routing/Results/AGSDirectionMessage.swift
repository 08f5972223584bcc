import CairnTasks
public import Foundation

/// A piece of text that belongs to a maneuver.
public final class AGSDirectionMessage: NSObject {
    private let value: DirectionMessage

    init(_ value: DirectionMessage) {
        self.value = value
    }

    /// What it is.
    public var type: AGSDirectionMessageType { AGSDirectionMessageType(value.kind) }
    /// The text.
    public var text: String { value.text }
}
