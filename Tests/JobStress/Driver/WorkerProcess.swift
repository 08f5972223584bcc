import Foundation

/// A worker, as who has started it sees it.
struct WorkerProcess {
    let name: String
    private let process = Process()
    private let log: FileHandle

    init(_ name: String, at site: Site) throws {
        self.name = name
        let path = site.path(.workers, name)
        try site.mark(.workers, name)
        log = try FileHandle(forWritingTo: URL(filePath: path))
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["worker", site.directory, name]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = log
        process.standardError = log
        try process.run()
    }

    var isRunning: Bool { process.isRunning }

    /// Nothing, not even this process, can tell it what comes.
    func kill(at site: Site) throws {
        try site.mark(.kills, name)
        if isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    /// What is wrong with how it has ended, if anything is.
    func fault(at site: Site) -> String? {
        if process.terminationReason == .exit, process.terminationStatus == 0 { return nil }
        if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL, site.has(.kills, name) {
            return nil
        }
        let words = (try? String(contentsOfFile: site.path(.workers, name), encoding: .utf8)) ?? ""
        let end = process.terminationReason == .exit ? "with" : "by signal"
        return "worker \(name) ended \(end) \(process.terminationStatus): \(words.suffix(2000))"
    }
}
