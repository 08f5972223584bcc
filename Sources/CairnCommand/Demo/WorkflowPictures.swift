import Cairn
import CairnCore
import Foundation

/// A workflow in the three forms in which it can be looked at.
struct WorkflowPictures {
    let snapshot: WorkflowSnapshot

    func write(to folder: URL, named name: String) throws {
        for (ending, text) in [("svg", snapshot.svg()), ("mmd", snapshot.mermaid()), ("dot", snapshot.dot())] {
            try Data(text.utf8).write(to: folder.appending(path: "\(name).\(ending)"))
        }
    }

    /// What the files of a workflow are called.
    static func files(named name: String) -> [String] { ["svg", "mmd", "dot"].map { "\(name).\($0)" } }

    /// Refuses a folder in which there are some of the files, but not all: those are no pictures of an earlier run.
    static func expectOwn(_ folder: URL, _ names: [String]) throws {
        let files = names.flatMap(files)
        let there = files.filter { FileManager.default.fileExists(atPath: folder.appending(path: $0).path) }
        guard let first = there.first, there.count < files.count else { return }
        throw UsageError(
            reason: "\(folder.relativePath.printable()) holds a \(first) that would be lost. Name another folder.")
    }
}
