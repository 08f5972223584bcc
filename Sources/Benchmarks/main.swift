import CairnGeo
import CairnOffline
import CairnTasks
import Foundation

func seconds(_ body: () throws -> Void) rethrows -> Double {
    let c = ContinuousClock()
    let t = try c.measure(body)
    return Double(t.components.seconds) + Double(t.components.attoseconds) * 1e-18
}
let data = URL(filePath: "/work/shared/data")
let out = URL(filePath: "/tmp/cities.locator")
let table = try LocatorTable(detecting: data.appending(path: "places-cities1000.csv"))
print(table.content, table.columns)
print("build", try seconds { print(try LocatorBuilder(name: "cities").build([table], to: out)) })
let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
print(status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? "")
let probe = try LocatorProbe(out)
let reader = try CSVReader(data.appending(path: "places-cities1000.csv"))
_ = try reader.next()
var names: [(String, Double, Double)] = []
while let r = try reader.next() { names.append((r.fields[2], Double(r.fields[1])!, Double(r.fields[0])!)) }
var g = SystemRandomNumberGenerator()
let sample = (0..<20000).map { _ in names.randomElement(using: &g)! }
print("reverse/s", 20000 / (try seconds { for s in sample { try probe.reverse(s.1 + 0.01, s.2 + 0.01) } }))
func timed(_ n: Int, _ body: (Int) throws -> Void) rethrows { var ts: [Double] = []; for i in 0..<n { ts.append(try seconds { try body(i) }) }; ts.sort(); print("  /s", Double(n) / ts.reduce(0,+), "p50", ts[n/2]*1e3, "p99 ms", ts[n*99/100]*1e3, "max", ts.last!*1e3) }
print("geocode"); try timed(20000) { try probe.geocode(sample[$0].0) }
for k in 3...6 { print("suggest", k); try timed(5000) { try probe.suggest(String(sample[$0].0.prefix(k))) } }
