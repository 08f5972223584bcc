// These hide the standard library's conversions, which trap, from the modules of this package: that is what the
// compiler prefers declarations outside the standard library for. A warning is an error here, so none of them is called.

extension Int {
    @available(*, deprecated, message: "It traps: use Int(rounding:), which is nil for what has no place.")
    package init(_ value: Double) { self.init(exactly: value.rounded(.towardZero))! }

    @available(*, deprecated, message: "It traps: use Int(rounding:), which is nil for what has no place.")
    package init(_ value: Float) { self.init(exactly: value.rounded(.towardZero))! }
}

extension Int8 {
    @available(*, deprecated, message: "It traps: use Int8(rounding:), which is nil for what has no place.")
    package init(_ value: Double) { self.init(exactly: value.rounded(.towardZero))! }

    @available(*, deprecated, message: "It traps: use Int8(rounding:), which is nil for what has no place.")
    package init(_ value: Float) { self.init(exactly: value.rounded(.towardZero))! }
}

extension Int16 {
    @available(*, deprecated, message: "It traps: use Int16(rounding:), which is nil for what has no place.")
    package init(_ value: Double) { self.init(exactly: value.rounded(.towardZero))! }

    @available(*, deprecated, message: "It traps: use Int16(rounding:), which is nil for what has no place.")
    package init(_ value: Float) { self.init(exactly: value.rounded(.towardZero))! }
}

extension Int32 {
    @available(*, deprecated, message: "It traps: use Int32(rounding:), which is nil for what has no place.")
    package init(_ value: Double) { self.init(exactly: value.rounded(.towardZero))! }

    @available(*, deprecated, message: "It traps: use Int32(rounding:), which is nil for what has no place.")
    package init(_ value: Float) { self.init(exactly: value.rounded(.towardZero))! }
}

extension Int64 {
    @available(*, deprecated, message: "It traps: use Int64(rounding:), which is nil for what has no place.")
    package init(_ value: Double) { self.init(exactly: value.rounded(.towardZero))! }

    @available(*, deprecated, message: "It traps: use Int64(rounding:), which is nil for what has no place.")
    package init(_ value: Float) { self.init(exactly: value.rounded(.towardZero))! }
}

extension UInt {
    @available(*, deprecated, message: "It traps: use UInt(rounding:), which is nil for what has no place.")
    package init(_ value: Double) { self.init(exactly: value.rounded(.towardZero))! }

    @available(*, deprecated, message: "It traps: use UInt(rounding:), which is nil for what has no place.")
    package init(_ value: Float) { self.init(exactly: value.rounded(.towardZero))! }
}

extension UInt8 {
    @available(*, deprecated, message: "It traps: use UInt8(rounding:), which is nil for what has no place.")
    package init(_ value: Double) { self.init(exactly: value.rounded(.towardZero))! }

    @available(*, deprecated, message: "It traps: use UInt8(rounding:), which is nil for what has no place.")
    package init(_ value: Float) { self.init(exactly: value.rounded(.towardZero))! }
}

extension UInt16 {
    @available(*, deprecated, message: "It traps: use UInt16(rounding:), which is nil for what has no place.")
    package init(_ value: Double) { self.init(exactly: value.rounded(.towardZero))! }

    @available(*, deprecated, message: "It traps: use UInt16(rounding:), which is nil for what has no place.")
    package init(_ value: Float) { self.init(exactly: value.rounded(.towardZero))! }
}

extension UInt32 {
    @available(*, deprecated, message: "It traps: use UInt32(rounding:), which is nil for what has no place.")
    package init(_ value: Double) { self.init(exactly: value.rounded(.towardZero))! }

    @available(*, deprecated, message: "It traps: use UInt32(rounding:), which is nil for what has no place.")
    package init(_ value: Float) { self.init(exactly: value.rounded(.towardZero))! }
}

extension UInt64 {
    @available(*, deprecated, message: "It traps: use UInt64(rounding:), which is nil for what has no place.")
    package init(_ value: Double) { self.init(exactly: value.rounded(.towardZero))! }

    @available(*, deprecated, message: "It traps: use UInt64(rounding:), which is nil for what has no place.")
    package init(_ value: Float) { self.init(exactly: value.rounded(.towardZero))! }
}

extension Duration {
    @available(*, deprecated, message: "It traps: use seconds(clamping:).")
    package static func seconds(_ value: Double) -> Duration { .seconds(clamping: value / 1) }

    @available(*, deprecated, message: "It traps: use seconds(clamping:).")
    package static func milliseconds(_ value: Double) -> Duration { .seconds(clamping: value / 1e3) }

    @available(*, deprecated, message: "It traps: use seconds(clamping:).")
    package static func microseconds(_ value: Double) -> Duration { .seconds(clamping: value / 1e6) }
}
