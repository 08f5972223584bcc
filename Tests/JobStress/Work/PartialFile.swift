import CairnCore
import Foundation

/// The half-written result of a job: a line of eight bytes for each step.
struct PartialFile {
    private static let lineLength = 8
    let url: URL
    let result: URL

    init(of name: String, at site: Site) {
        url = URL(filePath: site.path(.partials, name))
        result = URL(filePath: site.path(.results, name))
    }

    static func contents(steps: Int) -> String {
        (0..<steps).map { "step \($0)".padding(toLength: lineLength - 1, withPad: " ", startingAt: 0) + "\n" }.joined()
    }

    var isThere: Bool { access(url.path, F_OK) == 0 }
    var isFinished: Bool { access(result.path, F_OK) == 0 }

    /// Cuts off what was written after the checkpoint; false if not all is there that was written before.
    func goBack(to step: Int) throws -> Bool {
        let file = try FileDescriptor(url.path, O_RDWR | O_CREAT)
        guard try file.size() >= step * Self.lineLength else { return false }
        try file.truncate(to: step * Self.lineLength)
        return true
    }

    func write(_ step: Int) throws {
        let line = Self.contents(steps: step + 1).suffix(Self.lineLength)
        try FileDescriptor(url.path, O_WRONLY).write(Data(line.utf8), at: step * Self.lineLength)
    }

    func finish() throws { try DurableFile.rename(url.path, to: result) }
}
