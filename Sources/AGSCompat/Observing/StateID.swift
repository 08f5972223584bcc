/// What observers know a state by that is a value.
final class StateID: Sendable {}
