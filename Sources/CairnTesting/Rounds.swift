import Foundation

/// How often something is tried: `short` times, or `long` times where `CAIRN_LONG_TESTS` is set.
package func rounds(_ short: Int, long: Int = 100_000) -> Int {
    ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? short : long
}
