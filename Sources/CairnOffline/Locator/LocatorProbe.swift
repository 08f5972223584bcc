import CairnGeo
public import Foundation
public struct LocatorProbe { let e: LocatorEngine
 public init(_ u: URL) throws { e = try LocatorEngine(u) }
 public func reverse(_ x: Double, _ y: Double) throws { _ = try e.reverse(Position(x: x, y: y), maximumDistance: nil) }
 public func geocode(_ s: String) throws { if try e.geocode(s, LocatorFilter()).isEmpty { print("none", s) } }
 public func suggest(_ s: String) throws { _ = try e.suggest(s, { var f = LocatorFilter(); f.limit = 5; return f }()) }
}
