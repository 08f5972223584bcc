#if canImport(UIKit)
    public import UIKit

    /// A colour.
    public typealias AGSColor = UIColor
#elseif canImport(AppKit)
    public import AppKit

    /// A colour.
    public typealias AGSColor = NSColor
#else
    /// A colour, where there is neither `UIColor` nor `NSColor`; write `typealias UIColor = AGSColor` to keep what old code says.
    public struct AGSColor: Hashable, Sendable {
        /// How much red, green and blue there is, 0…1.
        public var red, green, blue: Double
        /// How little shines through, 0…1.
        public var alpha: Double

        /// A colour of its parts, 0…1.
        public init(red: Double, green: Double, blue: Double, alpha: Double) {
            (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        }

        /// A grey, 0…1.
        public init(white: Double, alpha: Double) { self.init(red: white, green: white, blue: white, alpha: alpha) }

        /// The same, through which more or less shines.
        public func withAlphaComponent(_ alpha: Double) -> AGSColor {
            AGSColor(red: red, green: green, blue: blue, alpha: alpha)
        }

        /// Black.
        public static let black = AGSColor(white: 0, alpha: 1)
        /// Dark grey.
        public static let darkGray = AGSColor(white: 1.0 / 3, alpha: 1)
        /// Grey.
        public static let gray = AGSColor(white: 0.5, alpha: 1)
        /// Light grey.
        public static let lightGray = AGSColor(white: 2.0 / 3, alpha: 1)
        /// White.
        public static let white = AGSColor(white: 1, alpha: 1)
        /// Nothing.
        public static let clear = AGSColor(white: 0, alpha: 0)
        /// Red.
        public static let red = AGSColor(red: 1, green: 0, blue: 0, alpha: 1)
        /// Green.
        public static let green = AGSColor(red: 0, green: 1, blue: 0, alpha: 1)
        /// Blue.
        public static let blue = AGSColor(red: 0, green: 0, blue: 1, alpha: 1)
        /// Cyan.
        public static let cyan = AGSColor(red: 0, green: 1, blue: 1, alpha: 1)
        /// Magenta.
        public static let magenta = AGSColor(red: 1, green: 0, blue: 1, alpha: 1)
        /// Yellow.
        public static let yellow = AGSColor(red: 1, green: 1, blue: 0, alpha: 1)
        /// Orange.
        public static let orange = AGSColor(red: 1, green: 0.5, blue: 0, alpha: 1)
        /// Purple.
        public static let purple = AGSColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
        /// The red that a system shows.
        public static let systemRed = AGSColor(red: 1, green: 0.231, blue: 0.188, alpha: 1)
        /// The orange that a system shows.
        public static let systemOrange = AGSColor(red: 1, green: 0.584, blue: 0, alpha: 1)
        /// The yellow that a system shows.
        public static let systemYellow = AGSColor(red: 1, green: 0.8, blue: 0, alpha: 1)
        /// The green that a system shows.
        public static let systemGreen = AGSColor(red: 0.204, green: 0.78, blue: 0.349, alpha: 1)
        /// The teal that a system shows.
        public static let systemTeal = AGSColor(red: 0.353, green: 0.784, blue: 0.98, alpha: 1)
        /// The blue that a system shows.
        public static let systemBlue = AGSColor(red: 0, green: 0.478, blue: 1, alpha: 1)
        /// The purple that a system shows.
        public static let systemPurple = AGSColor(red: 0.686, green: 0.322, blue: 0.871, alpha: 1)
        /// The pink that a system shows.
        public static let systemPink = AGSColor(red: 1, green: 0.176, blue: 0.333, alpha: 1)
        /// The grey that a system shows.
        public static let systemGray = AGSColor(red: 0.557, green: 0.557, blue: 0.576, alpha: 1)
        /// Brown.
        public static let brown = AGSColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
    }
#endif
