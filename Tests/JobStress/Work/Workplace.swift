import CairnCore
import CairnTesting
import Foundation
import Synchronization

/// What the jobs of a process work with: where, who, and chance.
final class Workplace: Sendable {
    let site: Site
    let worker: String
    let stepDuration: Double
    private let chance: Mutex<SeededGenerator>

    init(_ site: Site, worker: String, seed: UInt64) throws {
        self.site = site
        self.worker = worker
        stepDuration = try site.plan().stepDuration
        chance = Mutex(SeededGenerator(seed: seed))
    }

    var server: FakeServer { FakeServer(site: site) }
    func log(of name: String) -> JobLog { JobLog(of: name, at: site, worker: worker) }

    /// Dies here, with a probability: right after something that the store does not know yet, where a kill from outside seldom comes.
    func mayDie(_ probability: Double) throws {
        guard isLucky(probability) else { return }
        try site.mark(.kills, worker)
        kill(getpid(), SIGKILL)
    }

    /// In 0..<1.
    func number() -> Double { chance.withLock { Double.random(in: 0..<1, using: &$0) } }
    func isLucky(_ probability: Double) -> Bool { number() < probability }
    func portion(of duration: Double) -> Duration { .seconds(clamping: number() * duration) }
    func index(in count: Int) -> Int { chance.withLock { Int.random(in: 0..<count, using: &$0) } }
}
